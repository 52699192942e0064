/** The server's values under their own names. */

import type { components } from './api';

type Schemas = components['schemas'];

export type Advice = Schemas['AdviceShape'];
export type Adviser = Schemas['AdviserShape'];
export type Answer = Schemas['AnswerShape'];
export type Arrow = Schemas['ArrowShape'];
export type Claim = Schemas['Claim'];
export type Explanation = Schemas['ExplanationShape'];
export type Fault = Schemas['FaultShape'];
export type Figure = Schemas['FigureShape'];
export type Game = Schemas['GameShape'];
export type Job = Schemas['JobShape'];
export type KnowledgePage = Schemas['KnowledgePage'];
export type Mistake = Schemas['MistakeShape'];
export type Over = Schemas['Over'];
export type Piece = Schemas['PieceShape'];
export type Player = Schemas['PlayerShape'];
export type Position = Schemas['PositionShape'];
export type Profile = Schemas['Profile'];
export type Puzzle = Schemas['PuzzleShape'];
export type PuzzleChoices = Schemas['PuzzleChoices'];
export type Question = Schemas['QuestionShape'];
export type Rate = Schemas['Rate'];
export type ReplyTree = Schemas['ReplyTree'];
export type Step = Schemas['Step'];
export type StudyGame = Schemas['StudyGame'];
export type Study = Schemas['Study'];
export type StudiedGame = Schemas['StudiedGame'];
export type StudySummary = Schemas['StudySummary'];
export type Told = Schemas['ToldShape'];
export type Training = Schemas['TrainingShape'];
export type TrainingRate = Schemas['RateShape'];
