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

  // Files that are dropped or chosen: the certificate is the one that says so, the other is the data.
  const drop = document.querySelector(".drop");
  if (!drop) return;
  const state = drop.querySelector(".state");
  const list = drop.querySelector("ul");
  const kept = { certificate: null, data: null };
  const embedded = document.getElementById("certificate");
  if (embedded) kept.certificate = { name: "the certificate in this page", bytes: new TextEncoder().encode(embedded.textContent) };

  const link = document.getElementById("download");
  if (link && embedded) {
    link.addEventListener("click", () => (link.href = URL.createObjectURL(new Blob([embedded.textContent], { type: "application/json" }))));
  }

  function say(status, words, lines = []) {
    state.className = `state ${status}`;
    state.textContent = words;
    list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  async function take(files) {
    for (const file of files) {
      if (file.size > 256 * 2 ** 20) return say("unusable", `${file.name} has more than 256 MiB; check it with gordan verify.`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const start = new TextDecoder().decode(bytes.subarray(0, 4096));
      const certificate = /^\s*\{/.test(start) && (/"gordan certificate"/.test(start) || /\.json$/i.test(file.name));
      kept[certificate ? "certificate" : "data"] = { name: file.name, bytes };
    }
    if (!kept.certificate) return say("unusable", `${kept.data.name} is here; now drop its certificate, a .json file.`);
    if (!kept.data) return say("unusable", `${kept.certificate.name} is here; now drop the data file.`);
    say("", `checking ${kept.data.name} …`);
    await new Promise((done) => setTimeout(done, 30));
    const began = performance.now();
    let answer;
    try {
      const label = drop.querySelector("input.label");
      const options = { name: kept.data.name, label: label && label.value ? label.value : null };
      answer = await globalThis.gordanVerifier.verify(kept.certificate.bytes, kept.data.bytes, options);
    } catch (error) {
      answer = { status: "unusable", words: `this page could not check it (${error.message})`, checks: [] };
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const words = { accepted: `Accepted: ${answer.words}.`, refused: `Refused: this check does not hold: ${answer.words}.` };
    const other = answer.words === "data are the certificate's" ? " The file is not the one that the certificate is about." : "";
    say(answer.status, (words[answer.status] || `Cannot be checked: ${answer.words}.`) + other, [
      ...answer.checks.map((name) => `✓ ${name}`),
      ...(answer.status === "refused" ? [`✗ ${answer.words}`] : []),
      `${kept.certificate.name} against ${kept.data.name}, recomputed in exact integers in ${seconds} s, in this browser`,
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
