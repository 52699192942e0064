/** The server's values under their own names. */

import type { components } from './api';

type Schemas = components['schemas'];

export type Side = 'white' | 'black';

/** A position with every legal move; chessops knows them. */
export interface Position {
  readonly fen: string;
  readonly turn: Side;
  /** The square of a king in check. */
  readonly check: string | null;
  readonly over: Over | null;
  readonly moves: readonly Step[];
}

export type Advice = Schemas['AdviceShape'];
export type Adviser = Schemas['AdviserShape'];
export type Analysis = Schemas['AnalysisShape'];
export type AnalysisSummary = Schemas['AnalysisSummary'];
export type Answer = Schemas['AnswerShape'];
export type Branch = Schemas['BranchShape'];
export type Case = Schemas['CaseShape'];
export type Class = Schemas['ClassShape'];
export type Finding = Schemas['Finding'];
export type Figure = Schemas['FigureShape'];
export type Check = Schemas['Check'];
export type Explanation = Schemas['Explanation'];
export type Game = Schemas['GameShape'];
export type GameOutline = Schemas['GameOutline'];
export type GameSummary = Schemas['GameSummary'];
export type Job = Schemas['JobShape'];
export type KnowledgePage = Schemas['KnowledgePage'];
export type Over = Schemas['Over'];
export type Overview = Schemas['OverviewShape'];
export type Part = Schemas['PartShape'];
export type Piece = Schemas['PieceShape'];
export type Point = Schemas['Point'];
export type Player = Schemas['PlayerShape'];
export type Profile = Schemas['Profile'];
export type Pupil = Schemas['PupilShape'];
export type Puzzle = Schemas['PuzzleShape'];
export type PuzzleChoices = Schemas['PuzzleChoices'];
export type Question = Schemas['QuestionShape'];
export type Rate = Schemas['Rate'];
export type ReplyTree = Schemas['ReplyTree'];
export type Step = Schemas['Step'];
export type StudiedGame = Schemas['StudiedGame'];
export type StudySummary = Schemas['StudySummary'];
export type Training = Schemas['Standing'];
export type Tree = Schemas['TreeShape'];
