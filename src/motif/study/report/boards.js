// Boards: positions, the moves that change them, and their drawing. boards.py draws those that stand still.
"use strict";
const Boards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const NAMES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

  // ---- positions: 64 letters, a8 first, as in a FEN -------------------------------------------------------------

  const square = (name) => (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;

  function placed(fen) {
    const rows = fen.split(" ")[0].replace(/\//g, "");
    return [...rows.replace(/\d/g, (digit) => ".".repeat(Number(digit)))];
  }

  function played(men, move) {
    const after = men.slice();
    const from = square(move), to = square(move.slice(2));
    const man = men[from], sideways = (from % 8) - (to % 8);
    after[from] = ".";
    if (man.toUpperCase() === "K" && Math.abs(sideways) === 2) {
      const rook = sideways < 0 ? to + 1 : to - 2;
      after[sideways < 0 ? to - 1 : to + 1] = men[rook];
      after[rook] = ".";
    }
    if (man.toUpperCase() === "P" && sideways && men[to] === ".") after[from - sideways] = ".";
    after[to] = move[4] ? (man === "P" ? move[4].toUpperCase() : move[4]) : man;
    return after;
  }

  // A track is what can be stepped through: the game itself, or a line of one of its mistakes.
  function track(men, moves, names, more) {
    const boards = [men];
    for (const move of moves) boards.push(played(boards[boards.length - 1], move));
    return { boards, moves, names, ...more };
  }

  // ---- drawing --------------------------------------------------------------------------------------------------

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (parent) parent.append(made);
    return made;
  }

  function described(men) {
    const sides = { White: [], Black: [] };
    men.forEach((man, index) => {
      if (man === ".") return;
      const side = man === man.toUpperCase() ? "White" : "Black";
      sides[side].push(NAMES[man.toUpperCase()] + " " + "abcdefgh"[index % 8] + (8 - Math.floor(index / 8)));
    });
    return `White: ${sides.White.join(", ")}. Black: ${sides.Black.join(", ")}.`;
  }

  function drawn(men, { flipped, move, arrows = [], squares = [], glyph }) {
    const board = element("svg", { class: "board", viewBox: "0 0 360 360", role: "img", "aria-label": described(men) });
    const corner = (index) => {
      const place = flipped ? 63 - index : index;
      return [45 * (place % 8), 45 * Math.floor(place / 8)];
    };
    const cell = (index, kind) => {
      const [x, y] = corner(index);
      element("rect", { class: kind, x, y, width: 45, height: 45 }, board);
    };
    element("use", { href: "#squares" }, board);
    if (move) [square(move), square(move.slice(2))].forEach((index) => cell(index, "touched"));
    squares.forEach((index) => cell(index, "changed"));
    men.forEach((man, index) => {
      if (man === ".") return;
      const [x, y] = corner(index);
      element("use", { href: "#" + (man === man.toUpperCase() ? "w" : "b") + man.toUpperCase(), x, y }, board);
    });
    for (const arrow of arrows) {
      const [x1, y1] = corner(square(arrow.slice(1))).map((place) => place + 22.5);
      if (arrow.length < 5) {
        element("circle", { class: "mark ink-" + arrow[0], cx: x1, cy: y1, r: 20 }, board);
        continue;
      }
      const [x2, y2] = corner(square(arrow.slice(3))).map((place) => place + 22.5);
      const head = `url(#head-${arrow[0]})`;
      element("line", { class: "arrow ink-" + arrow[0], x1, y1, x2, y2, "marker-end": head }, board);
    }
    element("use", { class: "names", href: flipped ? "#names-black" : "#names-white" }, board);
    if (glyph && move) {
      const [x, y] = corner(square(move.slice(2)));
      const badge = element("g", { class: "glyph g" + glyph.length + (glyph === "?!" ? " mild" : "") }, board);
      element("circle", { cx: Math.min(x + 41, 348), cy: Math.max(y + 4, 12), r: 11 }, badge);
      const text = element("text", { x: Math.min(x + 41, 348), y: Math.max(y + 8.5, 16.5) }, badge);
      text.textContent = glyph;
    }
    return board;
  }

  return { square, placed, track, element, drawn };
})();
