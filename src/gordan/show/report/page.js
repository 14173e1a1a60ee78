// What a page does with a script: tables are sorted and filtered, axes switched, rows and points lit, files verified.
"use strict";

(function () {
  document.documentElement.classList.add("js");
  const all = (where, query) => Array.from(where.querySelectorAll(query));

  const number = (text) => Number(text.replace(/[,\s]/g, "").replace("−", "-"));

  function sortBy(table, place, heading) {
    const up = heading.getAttribute("aria-sort") !== "ascending";
    all(table, "th").forEach((th) => th.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", up ? "ascending" : "descending");
    const body = table.tBodies[0];
    const text = (row) => row.cells[place].textContent.trim();
    const rows = Array.from(body.rows);
    const numbers = rows.every((row) => text(row) === "" || !Number.isNaN(number(text(row))));
    const order = (a, b) => (numbers ? number(text(a)) - number(text(b)) : text(a).localeCompare(text(b)));
    rows.sort((a, b) => (up ? order(a, b) : order(b, a)));
    body.append(...rows);
  }

  for (const table of all(document, "table.rows")) {
    all(table, "th").forEach((th, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.replaceChildren(button);
      button.addEventListener("click", () => sortBy(table, place, th));
    });
    const filter = table.closest("section").querySelector("input.filter");
    const count = table.closest("section").querySelector(".count");
    if (filter) {
      filter.addEventListener("input", () => {
        const wanted = filter.value.trim().toLowerCase();
        let shown = 0;
        for (const row of table.tBodies[0].rows) {
          row.hidden = !row.textContent.toLowerCase().includes(wanted);
          shown += row.hidden ? 0 : 1;
        }
        if (count) count.textContent = wanted ? `${shown} of ${table.tBodies[0].rows.length} shown` : "";
      });
    }
  }

  // Hovering over a row lights its point, and over a point its row.
  const light = (row, on) => row !== undefined && all(document, `[data-row="${CSS.escape(row)}"]`).forEach((el) => el.classList.toggle("lit", on));
  for (const element of all(document, "[data-row]")) {
    element.addEventListener("mouseenter", () => light(element.dataset.row, true));
    element.addEventListener("mouseleave", () => light(element.dataset.row, false));
  }

  const stored = document.getElementById("picture");
  if (stored) {
    const { axes, box } = JSON.parse(stored.textContent);
    const svg = document.querySelector("svg.scatter");
    const points = all(svg, ".pt");
    const selects = all(document, "select.axis");
    const brief = (v) => String(Number(v.toPrecision(4)));

    function scale(axis, low, high) {
      const [least, most] = axis.range;
      return (v) => low + ((v - least) / (most - least)) * (high - low);
    }

    function draw() {
      const [x, y] = selects.map((select) => axes[Number(select.value)]);
      const across = scale(x, box[0], box[2]);
      const up = scale(y, box[3], box[1]);
      points.forEach((point, k) => point.setAttribute("transform", `translate(${across(x.values[k]).toFixed(1)} ${up(y.values[k]).toFixed(1)})`));
      svg.querySelector(".shapes").style.display = selects[0].value === "0" && selects[1].value === "1" ? "" : "none";
      svg.querySelector(".xname").textContent = x.name;
      svg.querySelector(".yname").textContent = y.name;
      all(svg, ".xt").forEach((tick, k) => (tick.textContent = brief(x.range[k])));
      all(svg, ".yt").forEach((tick, k) => (tick.textContent = brief(y.range[k])));
    }
    selects.forEach((select) => select.addEventListener("change", draw));
  }

  // Files that are dropped or chosen: certificates are those that say so, the other is the data.
  const drop = document.querySelector(".drop");
  const bytesOf = (script) => new TextEncoder().encode(script.textContent);
  const single = document.getElementById("certificate");
  const inside = all(document, "script.certificate");
  const chosen = document.getElementById("chosen");

  const link = document.getElementById("download");
  if (link) {
    link.addEventListener("click", () => {
      const script = single || inside[chosen.selectedIndex];
      if (!single) link.download = script.dataset.name;
      link.href = URL.createObjectURL(new Blob([script.textContent], { type: "application/json" }));
    });
  }

  if (!drop) return;
  const state = drop.querySelector(".state");
  const list = drop.querySelector("ul");
  const kept = { certificates: inside.map((script) => ({ name: script.dataset.name, bytes: bytesOf(script) })), data: null };
  if (single) kept.certificates = [{ name: "the certificate in this page", bytes: bytesOf(single) }];

  function say(status, words, lines = []) {
    state.className = `state ${status}`;
    state.textContent = words;
    list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  const pause = () => new Promise((done) => setTimeout(done, 30));
  const others = (words) => (words === "data are the certificate's" || words === "sizes are the certificate's" ? " The file is not the one that the certificate is about." : "");
  const spoken = ({ status, words }) => ({ accepted: `Accepted: ${words}.`, refused: `Refused: this check does not hold: ${words}.` })[status] || `Cannot be checked: ${words}.`;

  async function judged(certificate, memo) {
    const label = drop.querySelector("input.label");
    const box = drop.querySelector("input.pair");
    const pair = drop.dataset.pair === "yes" || Boolean(box && box.checked);
    const options = { name: kept.data.name, label: label && label.value ? label.value : null, pair, memo };
    try {
      return await globalThis.gordanVerifier.verify(certificate.bytes, kept.data.bytes, options);
    } catch (error) {
      return { status: "unusable", words: `this page could not check it (${error.message})`, checks: [] };
    }
  }

  // Beside the question that a certificate answers: what came of it here.
  function mark(certificate, answer) {
    const [, digest] = /"digest":\s*"([0-9a-f]{16})/.exec(new TextDecoder().decode(certificate.bytes)) || [];
    const row = digest && document.querySelector(`tr[data-digest="${digest}"]`);
    if (!row) return;
    const table = row.closest("table");
    if (!table.querySelector("th.here")) {
      table.tHead.rows[0].append(Object.assign(document.createElement("th"), { className: "here", textContent: "in this browser" }));
      for (const each of table.tBodies[0].rows) each.append(Object.assign(document.createElement("td"), { className: "here" }));
    }
    const cell = row.querySelector("td.here");
    cell.textContent = { accepted: "✓ accepted", refused: `✗ ${answer.words}` }[answer.status] || answer.words;
    cell.className = `here state ${answer.status}`;
  }

  async function several(began) {
    const [counts, lines, memo] = [{ accepted: 0, refused: 0, unusable: 0 }, [], new Map()];
    let first = null;
    for (const certificate of kept.certificates) {
      say("", `checking ${lines.length + 1} of ${kept.certificates.length} …`);
      await pause();
      const answer = await judged(certificate, memo);
      counts[answer.status] += 1;
      if (answer.status !== "accepted") first = first || answer;
      mark(certificate, answer);
      lines.push(`${answer.status === "accepted" ? "✓" : "✗"} ${certificate.name}: ${answer.words}`);
    }
    const status = counts.refused ? "refused" : counts.unusable ? "unusable" : "accepted";
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const total = kept.certificates.length;
    const words = status === "accepted" ? `Accepted: all ${total} claims hold of ${kept.data.name}.`
      : `${counts.accepted} of ${total} claims are accepted. ${spoken(first)}${others(first.words)}`;
    say(status, words, [...lines, `recomputed in exact integers in ${seconds} s, in this browser`]);
    drop.dataset.status = status;
  }

  async function take(files) {
    const fresh = [];
    for (const file of files) {
      if (file.size > 256 * 2 ** 20) return say("unusable", `${file.name} has more than 256 MiB; check it with gordan verify.`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const start = new TextDecoder().decode(bytes.subarray(0, 4096));
      const certificate = /^\s*\{/.test(start) && (/"gordan certificate"/.test(start) || /\.json$/i.test(file.name));
      if (certificate) fresh.push({ name: file.name, bytes });
      else kept.data = { name: file.name, bytes };
    }
    if (fresh.length) kept.certificates = fresh;
    if (!kept.certificates.length) return say("unusable", `${kept.data.name} is here; now drop its certificate, a .json file.`);
    if (!kept.data) return say("unusable", `${kept.certificates[0].name} is here; now drop the data file.`);
    const began = performance.now();
    if (kept.certificates.length > 1 || drop.dataset.pair === "yes") return several(began);
    say("", `checking ${kept.data.name} …`);
    await pause();
    const [certificate] = kept.certificates;
    const answer = await judged(certificate, new Map());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(answer.status, spoken(answer) + others(answer.words), [
      ...answer.checks.map((name) => `✓ ${name}`),
      ...(answer.status === "refused" ? [`✗ ${answer.words}`] : []),
      `${certificate.name} against ${kept.data.name}` +
        (answer.status === "unusable" ? "" : `, recomputed in exact integers in ${seconds} s, in this browser`),
    ]);
    drop.dataset.status = answer.status;
  }

  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
      if (name === "drop") take(event.dataTransfer.files);
    });
  }
  const input = drop.querySelector("input[type=file]");
  input.addEventListener("change", () => take(input.files));
})();
