/** Hash links such as `#/study/3/games/2?ply=14`: each shows a view and can be bookmarked. */

export interface Place {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** What a view is given: where it is, and a signal that ends with it. */
export interface Visit extends Place {
  readonly signal: AbortSignal;
}

export type View = (visit: Visit) => HTMLElement | Promise<HTMLElement>;

export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** Decode a part of a link; one that was never encoded, such as `%`, is kept. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function link(
  parts: readonly (string | number)[],
  query: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) asked.set(name, String(value));
  const path = `#/${parts.map(encodeURIComponent).join('/')}`;
  return asked.size ? `${path}?${asked}` : path;
}

export function go(to: string): void {
  location.hash = to;
}

/** Put the view's current place into the address, without a new step in the history. */
export function mark(to: string): void {
  history.replaceState(history.state, '', to);
}

export function onPlace(show: (place: Place) => void): void {
  const shown = (): void => show(placeOf(location.hash));
  addEventListener('hashchange', shown);
  shown();
}
