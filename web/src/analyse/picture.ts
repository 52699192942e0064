/** Draw the board as a picture to share, with its arrows and the coach's sentence below it. */

import { type Drawn, inkOf } from '../board';
import { piecesOf, squaresOf } from '../placement';

const SIZE = 640;
const SQUARE = SIZE / 8;
const MARGIN = 24;
const LINE = 28;
const [LIGHT, DARK] = ['#f0ebdf', '#9db0a4'];

export interface Pictured {
  readonly fen: string;
  readonly orientation: 'white' | 'black';
  readonly last?: string | undefined;
  readonly arrows: readonly Drawn[];
  readonly title: string;
  readonly sentence: string;
}

/** Draw a board and the words about it as a PNG file. */
export async function pngOf(shown: Pictured): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw pictures');
  canvas.width = SIZE;
  context.font = '20px sans-serif';
  const lines = wrapped(shown.sentence, SIZE - 2 * MARGIN, text => context.measureText(text).width);
  const words = shown.title ? lines.length + 1 : lines.length;
  canvas.height = SIZE + (words ? 2 * MARGIN + words * LINE : 0);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  await drawBoard(context, shown);
  context.fillStyle = '#20262b';
  context.font = 'bold 20px sans-serif';
  let y = SIZE + MARGIN + LINE / 2;
  if (shown.title) {
    context.fillText(shown.title, MARGIN, y);
    y += LINE;
  }
  context.font = '20px sans-serif';
  for (const line of lines) {
    context.fillText(line, MARGIN, y);
    y += LINE;
  }
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no picture was made')))),
  );
}

/** A text in lines that are at most so wide. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line ? [...lines, line] : lines;
}

async function drawBoard(context: CanvasRenderingContext2D, shown: Pictured): Promise<void> {
  const place = (square: string): [number, number] => {
    const [file, rank] = ['abcdefgh'.indexOf(square.charAt(0)), Number(square.charAt(1)) - 1];
    return shown.orientation === 'white' ? [file * SQUARE, (7 - rank) * SQUARE] : [(7 - file) * SQUARE, rank * SQUARE];
  };
  for (let index = 0; index < 64; index++) {
    const [file, rank] = [index % 8, Math.floor(index / 8)];
    context.fillStyle = (file + rank) % 2 ? DARK : LIGHT;
    context.fillRect(file * SQUARE, rank * SQUARE, SQUARE, SQUARE);
  }
  context.fillStyle = 'rgb(214 178 52 / .55)';
  for (const square of shown.last ? squaresOf(shown.last) : []) context.fillRect(...place(square), SQUARE, SQUARE);
  for (const [square, { color, role }] of piecesOf(shown.fen)) {
    context.drawImage(await imageOf(`${role} ${color}`), ...place(square), SQUARE, SQUARE);
  }
  for (const arrow of shown.arrows) {
    const [move, ink] = typeof arrow === 'string' ? [arrow.slice(1), arrow.charAt(0)] : [arrow.move, arrow.colour];
    const [from, to] = squaresOf(move);
    drawArrow(context, place(from), to ? place(to) : null, inkOf(ink));
  }
}

const images = new Map<string, Promise<HTMLImageElement>>();

/** The picture of a piece, from the style sheet that also draws it on the board. */
function imageOf(piece: string): Promise<HTMLImageElement> {
  const known = images.get(piece);
  if (known) return known;
  const wrap = Object.assign(document.createElement('div'), { className: 'cg-wrap', hidden: true });
  const drawn = Object.assign(document.createElement('piece'), { className: piece });
  wrap.append(drawn);
  document.body.append(wrap);
  const address = /url\("?(.+?)"?\)/.exec(getComputedStyle(drawn).backgroundImage)?.[1] ?? '';
  wrap.remove();
  const image = new Image(SQUARE, SQUARE);
  image.src = address;
  const loaded = image.decode().then(() => image);
  images.set(piece, loaded);
  return loaded;
}

type Point = readonly [number, number];

/** An arrow from the middle of a square to that of another, or a ring around one square. */
function drawArrow(context: CanvasRenderingContext2D, from: Point, to: Point | null, ink: string): void {
  const middle = ([x, y]: Point): Point => [x + SQUARE / 2, y + SQUARE / 2];
  const [x, y] = middle(from);
  context.save();
  context.globalAlpha = 0.8;
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = SQUARE / 8;
  context.beginPath();
  if (to === null) context.arc(x, y, SQUARE * 0.44, 0, 2 * Math.PI);
  else {
    const [endX, endY] = middle(to);
    context.translate(endX, endY);
    context.rotate(Math.atan2(endY - y, endX - x));
    const length = Math.hypot(endX - x, endY - y);
    context.moveTo(-length, 0);
    context.lineTo(-SQUARE / 3, 0);
    context.stroke();
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(-SQUARE * 0.4, -SQUARE * 0.2);
    context.lineTo(-SQUARE * 0.4, SQUARE * 0.2);
    context.closePath();
    context.fill();
    context.beginPath();
  }
  context.stroke();
  context.restore();
}
