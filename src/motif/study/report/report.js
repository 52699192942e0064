// Games to step through. The page is whole without this script; with it a game opens to a board that follows the moves
// and the lines of each mistake. replays.py says what the letters of the data mean.
"use strict";
(() => {
  const { square, placed, track, element, drawn } = Boards;
  const DATA = JSON.parse(document.getElementById("replays").textContent);

  function button(words, kind, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = kind;
    made.textContent = words;
    made.addEventListener("click", act);
    return made;
  }

  function paragraph(words, kind) {
    const made = document.createElement("p");
    made.className = kind;
    made.textContent = words;
    return made;
  }

  // ---- one game -------------------------------------------------------------------------------------------------

  class Viewer {
    constructor(details) {
      this.details = details;
      const data = DATA[details.dataset.game];
      this.data = data;
      this.flipped = Boolean(data.b);
      const [, turn, , , , number] = data.f.split(" ");
      this.half = 2 * Number(number) - 2 + (turn === "b" ? 1 : 0);
      this.game = track(placed(data.f), data.m.split(" "), data.s.split(" "), { from: 0, glyphs: data.j, isGame: true });
      this.track = this.game;
      this.at = 0;
      this.build();
    }

    // The move of a scoresheet: its number stands before White's moves, and before the first of a line.
    name(ply, san, first) {
      const half = this.half + ply, number = Math.floor(half / 2) + 1;
      if (half % 2) return (first ? number + "… " : "") + san;
      return number + ". " + san;
    }

    build() {
      const body = this.details.querySelector(".body");
      body.prepend(document.getElementById("viewer").content.cloneNode(true));
      this.root = body.querySelector(".viewer");
      this.stage = this.root.querySelector(".stage");
      this.list = this.chips(this.game, this.root.querySelector(".moves"));
      const curve = this.details.querySelector(".curve");
      this.cursor = element("line", { class: "cursor", y1: "0", y2: "100%" }, curve);
      curve.addEventListener("click", (event) => {
        event.preventDefault();
        const place = curve.getBoundingClientRect();
        this.show(this.game, Math.round(((event.clientX - place.left) / place.width) * this.game.moves.length));
      });
      this.root.addEventListener("click", (event) => {
        const step = event.target.closest("[data-step]");
        if (step) this.step(step.dataset.step);
      });
      this.faults = this.data.x.map((fault) => this.fault(fault));
    }

    chips(line, parent) {
      return line.moves.map((_, index) => {
        const glyph = (line.glyphs && line.glyphs[index]) || "";
        const words = this.name(line.from + index, line.names[index], index === 0) + glyph;
        const kind = "chip" + (glyph ? (glyph === "?!" ? " mild" : " bad") : "");
        const made = button(words, kind, () => this.show(line, index + 1));
        parent.append(made, " ");
        return made;
      });
    }

    fault(fault) {
      const place = this.details.querySelector(`.fault[data-ply="${fault.p}"]`);
      const shown = { place, ply: fault.p, lines: [] };
      place.querySelector(".go").addEventListener("click", () => this.choose(shown));
      for (const [side, from, words] of [[fault.m, fault.p, "Better:"], [fault.a, fault.p + 1, "Punished by:"]]) {
        if (!side) continue;
        const more = { from, arrows: (side.r || "").split(" ").filter(Boolean), fault: shown, words };
        const line = track(this.game.boards[from], side.m.split(" "), side.s.split(" "), more);
        const row = paragraph("", "line");
        row.append(button(words, "start", () => this.show(line, 0)), " ");
        line.chips = this.chips(line, row);
        place.append(row);
        if (side.w) place.append(this.counterfactual(line, side.w));
        shown.lines.push(line);
      }
      return shown;
    }

    // The board as it was beside the one without the cause, the difference marked.
    counterfactual(line, without) {
      const made = document.createElement("figure");
      made.className = "without";
      const squares = (without.q.match(/../g) || []).map(square);
      const boards = document.createElement("div");
      for (const [men, words] of [[line.boards[without.p], "as it was"], [placed(without.f), "without the cause"]]) {
        const side = document.createElement("div");
        side.append(drawn(men, { flipped: this.flipped, squares }), paragraph(words, "quiet"));
        boards.append(side);
      }
      const caption = document.createElement("figcaption");
      caption.textContent = "The check: " + without.t;
      made.append(boards, caption);
      return made;
    }

    choose(fault) {
      this.show(this.game, fault.ply + 1);
      this.stage.focus({ preventScroll: true });
    }

    show(line, at) {
      this.track = line;
      this.at = Math.max(0, Math.min(at, line.moves.length));
      const move = this.at ? line.moves[this.at - 1] : line.fault && line.from > line.fault.ply ? this.game.moves[line.fault.ply] : "";
      const glyph = line.isGame && this.at ? line.glyphs[this.at - 1] : "";
      const arrows = this.at === 0 ? line.arrows : [];
      this.stage.replaceChildren(drawn(line.boards[this.at], { flipped: this.flipped, move, arrows, glyph }));
      this.root.querySelector(".status").textContent = this.status();
      this.root.querySelector('[data-step="game"]').hidden = line.isGame;
      const ply = line.isGame ? this.at : line.from;
      const x = (100 * ply) / this.game.moves.length + "%";
      this.cursor.setAttribute("x1", x);
      this.cursor.setAttribute("x2", x);
      this.mark();
    }

    status() {
      const line = this.track, at = this.at;
      if (!line.isGame) {
        const what = line.words.replace(":", "");
        return at ? `${what} ${this.name(line.from + at - 1, line.names[at - 1], true)}` : `${what} …`;
      }
      const centipawns = this.data.a[at];
      const chance = 100 / (1 + Math.exp(-0.00368208 * (this.data.b ? -centipawns : centipawns)));
      const value = Math.abs(centipawns) > 9000
        ? (centipawns > 0 ? "" : "−") + "#" + (10000 - Math.abs(centipawns))
        : (centipawns < 0 ? "−" : "+") + (Math.abs(centipawns) / 100).toFixed(1);
      const name = at ? this.name(at - 1, line.names[at - 1], true) + (line.glyphs[at - 1] || "") : "The start";
      return `${name} · your chance ${Math.round(chance)} % · ${value}`;
    }

    mark() {
      const current = this.track.fault || this.faults.find((fault) => this.track.isGame && fault.ply + 1 === this.at);
      for (const fault of this.faults) {
        fault.place.classList.toggle("current", fault === current);
        for (const line of fault.lines) this.light(line.chips, line === this.track ? this.at - 1 : -1);
      }
      this.light(this.list, this.track.isGame ? this.at - 1 : -1);
    }

    light(chips, at) {
      chips.forEach((chip, index) => {
        chip.classList.toggle("current", index === at);
        if (index !== at) return chip.removeAttribute("aria-current");
        chip.setAttribute("aria-current", "step");
        const list = chip.parentElement;
        if (!list.classList.contains("moves")) return;
        list.scrollTop = chip.offsetTop - list.clientHeight / 2;
        list.scrollLeft = chip.offsetLeft - list.clientWidth / 2;
      });
    }

    step(kind) {
      const here = this.track.fault || null;
      if (kind === "start") this.show(this.track, 0);
      else if (kind === "back") this.show(this.track, this.at - 1);
      else if (kind === "on") this.show(this.track, this.at + 1);
      else if (kind === "end") this.show(this.track, Infinity);
      else if (kind === "game" && here) this.show(this.game, here.ply + 1);
      else if (kind === "turn") {
        this.flipped = !this.flipped;
        this.show(this.track, this.at);
      } else if (kind === "next" || kind === "previous") this.toMistake(kind === "next" ? 1 : -1);
    }

    toMistake(way) {
      const at = this.track.isGame ? this.at : this.track.fault.ply + 1;
      const ahead = this.faults.filter((fault) => (fault.ply + 1 - at) * way > 0);
      const next = way > 0 ? ahead[0] : ahead[ahead.length - 1];
      if (!next) return;
      this.choose(next);
      next.place.scrollIntoView({ block: "nearest" });
    }
  }

  // ---- the page -------------------------------------------------------------------------------------------------

  const KEYS = {
    ArrowLeft: "back", ArrowRight: "on", ArrowUp: "previous", ArrowDown: "next", Home: "start", End: "end", Escape: "game",
  };
  const viewers = new Map();
  let active = null;

  function open(details) {
    if (!viewers.has(details)) viewers.set(details, new Viewer(details));
    active = viewers.get(details);
    return active;
  }

  function follow() {
    const found = /^#game-(\d+)(?:-ply-(\d+))?$/.exec(location.hash);
    const details = found && document.getElementById("game-" + found[1]);
    if (!details) return;
    choose("all");
    details.open = true;
    const viewer = open(details);
    const fault = found[2] && viewer.faults.find((each) => each.ply === Number(found[2]));
    if (fault) viewer.choose(fault);
    else viewer.show(viewer.game, found[2] ? Number(found[2]) + 1 : 0);
    details.scrollIntoView({ block: "start" });
    viewer.stage.focus({ preventScroll: true });
  }

  function choose(which) {
    for (const game of document.querySelectorAll("details.game")) {
      const wanted = which === "all" || (which === "lost" ? game.classList.contains("lost") : game.dataset.faults !== "0");
      game.hidden = !wanted;
    }
    for (const each of document.querySelectorAll("[data-choose]")) {
      each.setAttribute("aria-pressed", String(each.dataset.choose === which));
    }
  }

  document.documentElement.classList.add("with-script");
  for (const details of document.querySelectorAll("details.game")) {
    details.addEventListener("toggle", () => {
      if (!details.open || viewers.has(details)) return;
      const viewer = open(details);
      viewer.show(viewer.game, viewer.faults.length ? viewer.faults[0].ply + 1 : 0);
    });
    details.addEventListener("focusin", () => { if (viewers.has(details)) active = viewers.get(details); });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-move]");
    if (link) {
      event.preventDefault();
      if (location.hash === "#" + link.dataset.move) follow();
      else location.hash = link.dataset.move;
    }
    const chosen = event.target.closest("[data-choose]");
    if (chosen) choose(chosen.dataset.choose);
  });
  document.addEventListener("keydown", (event) => {
    const kind = KEYS[event.key];
    if (!kind || !active || !active.details.open || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const inside = active.root.contains(document.activeElement) || active.details.contains(document.activeElement);
    // Away from the board the keys that scroll a page go on scrolling it.
    if (!inside && !["back", "on"].includes(kind)) return;
    if (!inside && document.activeElement !== document.body) return;
    event.preventDefault();
    active.step(kind);
  });
  window.addEventListener("hashchange", follow);
  follow();
})();
