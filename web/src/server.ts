/** Send requests to the server, typed by its OpenAPI document. An error has the server's message. */

import type { paths } from './api';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
type Result<O> = O extends { responses: infer R }
  ? {
      [K in keyof R]: K extends 200 | 201 | 202
        ? R[K] extends { content: { 'application/json': infer T } }
          ? T
          : undefined
        : never;
    }[keyof R]
  : undefined;
type PathPart<O> = O extends { parameters: { path: infer T } } ? { path: T } : { path?: undefined };
type QueryPart<O> = O extends { parameters: { query: infer T } }
  ? { query: T }
  : O extends { parameters: { query?: infer T } }
    ? { query?: T }
    : { query?: undefined };
type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer T } } }
  ? { body: T }
  : { body?: Blob };
type Given<O> = PathPart<O> & QueryPart<O> & BodyPart<O> & { signal?: AbortSignal };

/** What went wrong, and what to try instead. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly hint: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Reports whether the server answers, for the views that show it. */
export const connection = new EventTarget();
let isThere = true;
const SECONDS_BETWEEN_LOOKS = 2;

export function tellConnection(isNow: boolean): void {
  if (isNow === isThere) return;
  isThere = isNow;
  connection.dispatchEvent(new CustomEvent('changed', { detail: isNow }));
  if (!isNow) lookAgain();
}

function lookAgain(): void {
  setTimeout(() => {
    if (isThere) return;
    fetch('/api/engine').then(
      answer => tellConnection(answer.ok),
      () => lookAgain(),
    );
  }, 1000 * SECONDS_BETWEEN_LOOKS);
}

export function address(
  path: string,
  parts: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') asked.set(name, String(value));
  }
  return asked.size ? `${filled}?${asked}` : filled;
}

export async function ask<M extends Method, P extends keyof paths>(
  method: M,
  path: P,
  given: Given<Operation<P, M>>,
): Promise<Result<Operation<P, M>>> {
  const {
    path: parts,
    query,
    body,
    signal,
  } = given as {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
  };
  const sent: RequestInit = { method: method.toUpperCase() };
  if (signal) sent.signal = signal;
  if (body instanceof Blob) sent.body = body;
  else if (body !== undefined) {
    sent.body = JSON.stringify(body);
    sent.headers = { 'content-type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(address(path, parts, query), sent);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw gone();
  }
  tellConnection(true);
  const content: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (!answer.ok) throw problemOf(content, answer);
  return content as Result<Operation<P, M>>;
}

/** Whether long work is finished, failed or cancelled. */
export function isOver({ state }: { readonly state: string }): boolean {
  return ['finished', 'failed', 'cancelled'].includes(state);
}

/** Call `changed` with each state of long work until it is over or the view is left. The browser reconnects itself. */
export function follow<T extends { readonly state: string }>(
  where: string,
  changed: (now: T) => void,
  signal: AbortSignal,
): void {
  const events = new EventSource(where);
  signal.addEventListener('abort', () => events.close());
  events.addEventListener('state', (event: MessageEvent<string>) => {
    const now = JSON.parse(event.data) as T;
    if (isOver(now)) events.close();
    changed(now);
  });
  events.addEventListener('open', () => tellConnection(true));
  events.addEventListener('error', () => {
    if (!signal.aborted) tellConnection(false);
  });
}

/** Send something and hear each state of the answer until it is complete. */
export async function stream<T>(
  path: keyof paths,
  body: unknown,
  signal: AbortSignal,
  heard: (state: T) => void,
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  let answer: Response;
  try {
    answer = await fetch(path, { method: 'POST', body: JSON.stringify(body), headers, signal });
    tellConnection(true);
    if (!answer.ok) throw problemOf(await answer.json().catch(() => undefined), answer);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      const events = (text + piece.value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data) heard(JSON.parse(data) as T);
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof Problem) throw error;
    throw gone();
  }
}

/** There is no answer at this address. */
function gone(): Problem {
  tellConnection(false);
  return new Problem('Motif is not running.', 'Start it with `motif web`; this page then goes on by itself.', 0);
}

function problemOf(content: unknown, answer: Response): Problem {
  const { error, hint } = (content ?? {}) as { error?: string; hint?: string };
  return new Problem(error ?? `${answer.status} ${answer.statusText}`, hint ?? '', answer.status);
}

/** Whether the reader left the view before the answer came. */
export function isLeft(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
