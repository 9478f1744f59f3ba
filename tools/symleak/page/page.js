// Shows what #data holds. Names are put in as text, never as markup; nothing is fetched.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const sites = data.sites, siteCount = sites.node.length;
  const steps = data.timeline.changes.length;
  const rowsAtOnce = 100, mostBoxes = 3000, rowHeight = 18;

  const make = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const number = value => Math.round(value).toLocaleString("en");
  const bytes = value => {
    const size = Math.abs(value), units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0, shown = size;
    while (shown >= 10000 && unit < units.length - 1) { shown /= 1000; unit++; }
    return (value < 0 ? "−" : "") + (unit === 0 ? number(shown) : shown.toFixed(shown < 100 ? 1 : 0)) + " " + units[unit];
  };
  const amount = (value, unit) => unit === "byte" ? bytes(value) : number(value);
  const signed = (value, unit) => (value > 0 ? "+" : "") + amount(value, unit);

  // Frames and stacks.
  const labelOf = frame => frame.function || (frame.image ? frame.image + "+0x" + frame.offset : "0x" + frame.offset);
  const frames = data.frames.map(([fn, file, line, image, offset, reason, inlined, source]) =>
    ({function: fn, file, line, image, offset, reason, inlined, source}));
  const labels = new Map(), labelTexts = [];
  const labelNumbers = frames.map(frame => {
    const text = labelOf(frame);
    if (!labels.has(text)) { labels.set(text, labelTexts.length); labelTexts.push(text); }
    return labels.get(text);
  });
  const stackOf = site => {  // innermost first
    const stack = [];
    for (let node = sites.node[site]; node !== 0; node = data.stacks.parent[node]) stack.push(data.stacks.frame[node]);
    return stack;
  };

  // What is held at a moment, by site: the changes up to it, added up.
  const heldAt = moment => {
    const held = {bytes: new Float64Array(siteCount), blocks: new Float64Array(siteCount)};
    for (let step = 0; step < moment; step++) {
      const changes = data.timeline.changes[step];
      for (let i = 0; i < changes.length; i += 3) {
        held.bytes[changes[i]] += changes[i + 1];
        held.blocks[changes[i]] += changes[i + 2];
      }
    }
    return held;
  };
  const liveBySteps = [0];
  for (const changes of data.timeline.changes) {
    let sum = liveBySteps[liveBySteps.length - 1];
    for (let i = 0; i < changes.length; i += 3) sum += changes[i + 1];
    liveBySteps.push(sum);
  }

  const state = {from: 0, to: steps, measure: 0, zoom: null, chosen: null, search: "", inverted: false,
                 places: {sort: "value", up: false, rows: rowsAtOnce}, functions: {sort: "total", up: false, rows: rowsAtOnce}};
  let first = heldAt(0), second = heldAt(steps);
  const moving = [
    {name: "held-bytes", title: "bytes held at the second moment", unit: "byte", of: site => second.bytes[site]},
    {name: "held-blocks", title: "blocks held at the second moment", unit: "block", of: site => second.blocks[site]},
    {name: "change-bytes", title: "bytes more than at the first moment", unit: "byte", of: site => Math.max(second.bytes[site] - first.bytes[site], 0)},
    {name: "change-blocks", title: "blocks more than at the first moment", unit: "block", of: site => Math.max(second.blocks[site] - first.blocks[site], 0)},
  ];
  const fixed = data.measures.map((measure, column) => ({name: measure.name, title: measure.unit + "s " + measure.phrase, unit: measure.unit,
                                                         of: site => Math.max(sites.values[column][site], 0)}));
  const measures = [...moving, ...fixed.filter(measure => measure.name !== "bytes" && measure.name !== "blocks")];
  const measure = () => measures[state.measure];
  const changeOf = site => measure().unit === "byte" ? second.bytes[site] - first.bytes[site] : second.blocks[site] - first.blocks[site];

  // A tree of functions: parents before children.
  const buildTree = inverted => {
    const parent = [0], label = [-1], leaf = new Int32Array(siteCount), known = new Map(), depth = [0], frame = [-1];
    for (let site = 0; site < siteCount; site++) {
      const stack = stackOf(site);
      if (!inverted) stack.reverse();
      let node = 0;
      for (const one of stack) {
        const key = node * labelTexts.length + labelNumbers[one];
        let next = known.get(key);
        if (next === undefined) {
          next = parent.length;
          known.set(key, next);
          parent.push(node);
          label.push(labelNumbers[one]);
          frame.push(one);
          depth.push(depth[node] + 1);
        }
        node = next;
      }
      leaf[site] = node;
    }
    const children = parent.map(() => []);
    for (let node = 1; node < parent.length; node++) children[parent[node]].push(node);
    return {parent, label, frame, depth, children, leaf};
  };
  const trees = {};
  const tree = () => trees[state.inverted] ??= buildTree(state.inverted);
  const sumsOf = (shape, of) => {
    const sums = new Float64Array(shape.parent.length);
    for (let site = 0; site < siteCount; site++) sums[shape.leaf[site]] += of(site);
    for (let node = sums.length - 1; node > 0; node--) sums[shape.parent[node]] += sums[node];
    return sums;
  };

  const hash = text => {
    let sum = 7;
    for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
    return sum;
  };
  const warm = text => { const sum = hash(text); return `hsl(${18 + sum % 38} ${70 + sum % 20}% ${62 + (sum >> 8) % 14}%)`; };
  const byChange = share => {
    const strength = Math.round(Math.min(Math.abs(share), 1) * 55);
    return share > 0 ? `hsl(4 85% ${92 - strength * 0.6}%)` : share < 0 ? `hsl(212 80% ${92 - strength * 0.6}%)` : "hsl(0 0% 86%)";
  };
  const matches = text => state.search !== "" && text.toLowerCase().includes(state.search);
  const frameMatches = one => matches(labelOf(frames[one])) || matches(frames[one].file) || matches(frames[one].image);

  let drawn = [], sums, changes;
  const drawFlame = () => {
    const shape = tree(), box = $("flame");
    sums = sumsOf(shape, measure().of);
    changes = sumsOf(shape, changeOf);
    if (state.zoom !== null && !(sums[state.zoom] > 0)) state.zoom = null;
    const root = state.zoom ?? 0, whole = sums[root], showsChange = $("changes").checked;
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren();
    drawn = [];
    $("whole").disabled = root === 0;
    let rows = 1;
    const add = (node, left, width, row) => {
      const text = node === 0 ? "all" : labelTexts[shape.label[node]];
      const button = make("button", text);
      button.type = "button";
      button.tabIndex = -1;
      button.style.left = left * 100 + "%";
      button.style.width = width * 100 + "%";
      button.style.top = row * rowHeight + "px";
      button.style.background = showsChange ? byChange(changes[node] / Math.max(sums[node], Math.abs(changes[node]), 1)) : node === 0 ? "hsl(0 0% 80%)" : warm(text);
      button.title = text + ": " + amount(sums[node], measure().unit);
      if (node !== 0 && matches(text)) button.classList.add("found");
      drawn.push({node, button, row, left});
      box.append(button);
      rows = Math.max(rows, row + 1);
    };
    if (whole > 0) {
      let row = 0;
      const path = [];
      for (let node = root; node !== 0; node = shape.parent[node]) path.unshift(shape.parent[node]);
      for (const node of path) add(node, 0, 1, row++);
      let level = [{node: root, left: 0}];
      while (level.length > 0 && drawn.length < mostBoxes) {
        const next = [];
        for (const {node, left} of level) {
          if (drawn.length >= mostBoxes) break;
          add(node, left, sums[node] / whole, row);
          let at = left;
          for (const child of [...shape.children[node]].sort((a, b) => sums[b] - sums[a])) {
            const width = sums[child] / whole;
            if (width < 0.0008) break;
            next.push({node: child, left: at});
            at += width;
          }
        }
        level = next;
        row++;
      }
    } else {
      box.append(make("p", "Nothing of this measure."));
    }
    box.style.height = Math.max(rows * rowHeight, 48) + "px";
    const chosen = drawn.find(one => one.node === state.chosen) ?? drawn[0];
    if (chosen) choose(chosen, hadFocus);
  };
  const choose = (one, moves) => {
    for (const other of drawn) { other.button.tabIndex = -1; other.button.classList.remove("chosen"); }
    one.button.tabIndex = 0;
    one.button.classList.add("chosen");
    state.chosen = one.node;
    if (moves) { one.button.focus(); showDetail(one.node); }
  };
  const showDetail = node => {
    const shape = tree(), detail = $("detail"), whole = sums[0] || 1;
    detail.replaceChildren();
    const name = node === 0 ? "all" : labelTexts[shape.label[node]];
    detail.append(make("p", `${name}: ${amount(sums[node], measure().unit)}, ${(100 * sums[node] / whole).toFixed(1)} %` +
      (changes[node] !== 0 ? `; ${signed(changes[node], measure().unit)} since the first moment` : "")));
    if (node !== 0) appendPlace(detail, frames[shape.frame[node]], true);
  };
  const appendPlace = (to, frame, withSource) => {
    const place = frame.line ? `${frame.file}:${frame.line}` : frame.image + (frame.reason ? ` (${frame.reason})` : "");
    if (place) to.append(make("span", " " + place, "where"));
    if (withSource && frame.source) {
      const pre = make("pre", undefined, "source");
      frame.source[1].forEach((text, i) => {
        const line = frame.source[0] + i;
        pre.append(make(line === frame.line ? "b" : "span", `${String(line).padStart(5)}  ${text}\n`));
      });
      to.append(pre);
    }
  };
  const zoomTo = node => { state.zoom = node === 0 ? null : node; state.chosen = node; drawFlame(); const one = drawn.find(one => one.node === node); if (one) choose(one, true); };

  const drawnOf = target => drawn.find(one => one.button === target);
  $("flame").addEventListener("click", event => { const one = drawnOf(event.target); if (one) { choose(one, true); zoomTo(one.node); } });
  $("flame").addEventListener("focusin", event => { const one = drawnOf(event.target); if (one) { choose(one, false); showDetail(one.node); } });
  $("flame").addEventListener("keydown", event => {
    const one = drawnOf(event.target);
    if (!one) return;
    const shape = tree(), of = row => drawn.filter(other => other.row === row);
    let next;
    if (event.key === "ArrowUp") next = drawn.find(other => other.row === one.row - 1 && other.node === shape.parent[one.node]) ?? drawn.find(other => other.row === one.row - 1);
    else if (event.key === "ArrowDown") next = drawn.find(other => other.row === one.row + 1 && shape.parent[other.node] === one.node);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") { const row = of(one.row); next = row[row.indexOf(one) + (event.key === "ArrowRight" ? 1 : -1)]; }
    else if (event.key === "Home") next = drawn[0];
    else if (event.key === "Enter" || event.key === " ") { event.preventDefault(); zoomTo(one.node); return; }
    else if (event.key === "Escape") { event.preventDefault(); zoomTo(0); return; }
    else return;
    event.preventDefault();
    if (next) choose(next, true);
  });

  // Tables.
  const columnsOf = (table, name, columns, sorts) => {
    const head = make("thead"), row = make("tr");
    for (const [key, title] of columns) {
      const cell = make("th");
      if (sorts) {
        const button = make("button", title);
        button.type = "button";
        button.addEventListener("click", () => { sorts.up = sorts.sort === key ? !sorts.up : key === "name"; sorts.sort = key; drawTables(); });
        cell.setAttribute("aria-sort", sorts.sort === key ? (sorts.up ? "ascending" : "descending") : "none");
        cell.append(button);
      } else {
        cell.textContent = title;
      }
      cell.scope = "col";
      row.append(cell);
    }
    head.append(row);
    table.replaceChildren(head);
    const body = make("tbody");
    table.append(body);
    return body;
  };
  const siteName = site => {
    const [one, ...callers] = stackOf(site);
    if (one === undefined) return "(no stack)";
    return [labelOf(frames[one]) + (frames[one].line ? `  ${frames[one].file}:${frames[one].line}` : ""),
            ...callers.slice(0, 3).map(caller => labelOf(frames[caller]))].join(" ← ");
  };
  const toggleStack = (button, site) => {
    const open = button.nextElementSibling;
    if (open) { open.remove(); button.setAttribute("aria-expanded", "false"); return; }
    const list = make("ol", undefined, "stack");
    for (const one of stackOf(site)) {
      const item = make("li", labelOf(frames[one]) + (frames[one].inlined ? " (inlined)" : ""));
      appendPlace(item, frames[one], true);
      list.append(item);
    }
    if (sites.flags[site] & 1) list.append(make("li", "… the stack continues, but was not recorded deeper"));
    if (sites.flags[site] & 2) list.append(make("li", "… caller unknown: the stack could not be unwound further"));
    button.after(list);
    button.setAttribute("aria-expanded", "true");
  };
  // Short to read, exact to point at.
  const figure = (value, unit, sign) => {
    const cell = make("td", sign ? signed(value, unit) : amount(value, unit));
    cell.title = number(value);
    return cell;
  };
  const siteRow = (body, site, cells) => {
    const row = make("tr");
    row.append(...cells);
    const cell = make("td"), button = make("button", siteName(site));
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => toggleStack(button, site));
    cell.append(button);
    row.append(cell);
    body.append(row);
  };
  const column = name => data.measures.findIndex(measure => measure.name === name);
  const lost = column("lost-bytes");
  const ordered = (list, sorts, key) => {
    const keyed = list.map(one => [key(one), one]);
    keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (sorts.up ? 1 : -1));
    return keyed.map(([, one]) => one);
  };
  const drawPlaces = () => {
    const sorts = state.places, unit = measure().unit;
    const columns = [["value", measure().title], ["change", "change"], ["bytes", "bytes"], ["blocks", "blocks"], ...(lost < 0 ? [] : [["lost", "lost"]]), ["name", "where"]];
    const body = columnsOf($("places"), "places", columns, sorts);
    let list = [];
    for (let site = 0; site < siteCount; site++)
      if ((measure().of(site) > 0 || changeOf(site) !== 0 && measure().name.startsWith("change")) && (state.search === "" || stackOf(site).some(frameMatches))) list.push(site);
    const keys = {value: measure().of, change: changeOf, bytes: site => second.bytes[site], blocks: site => second.blocks[site],
                  lost: site => sites.values[lost][site], name: siteName};
    list = ordered(list, sorts, keys[sorts.sort]);
    for (const site of list.slice(0, sorts.rows))
      siteRow(body, site, [figure(measure().of(site), unit), figure(changeOf(site), unit, true), figure(second.bytes[site], "byte"), figure(second.blocks[site], "block"),
                           ...(lost < 0 ? [] : [figure(sites.values[lost][site], "byte")])]);
    $("h-places").textContent = `Places: ${number(list.length)}` + (state.search ? ` with “${state.search}”` : "");
    $("more-places").hidden = list.length <= sorts.rows;
  };
  const drawFunctions = () => {
    const sorts = state.functions, unit = measure().unit, of = measure().of;
    const self = new Float64Array(labelTexts.length), total = new Float64Array(labelTexts.length), seen = new Int32Array(labelTexts.length).fill(-1);
    for (let site = 0; site < siteCount; site++) {
      const value = of(site);
      if (!(value > 0)) continue;
      let innermost = true;
      for (let node = sites.node[site]; node !== 0; node = data.stacks.parent[node]) {
        const label = labelNumbers[data.stacks.frame[node]];
        if (innermost) self[label] += value;
        innermost = false;
        if (seen[label] !== site) { seen[label] = site; total[label] += value; }
      }
    }
    const body = columnsOf($("functions"), "functions", [["total", "with what it calls"], ["self", "by itself"], ["name", "function"]], sorts);
    let list = [];
    for (let label = 0; label < labelTexts.length; label++)
      if (total[label] > 0 && (state.search === "" || matches(labelTexts[label]))) list.push(label);
    const keys = {total: label => total[label], self: label => self[label], name: label => labelTexts[label]};
    list = ordered(list, sorts, keys[sorts.sort]);
    for (const label of list.slice(0, sorts.rows)) {
      const row = make("tr");
      row.append(figure(total[label], unit), figure(self[label], unit));
      const cell = make("td"), button = make("button", labelTexts[label]);
      button.type = "button";
      button.title = "search for it";
      button.addEventListener("click", () => { $("search").value = labelTexts[label]; searchFor(labelTexts[label]); });
      cell.append(button);
      row.append(cell);
      body.append(row);
    }
    $("more-functions").hidden = list.length <= sorts.rows;
  };
  const drawVanished = () => {
    const list = [];
    for (let site = 0; site < siteCount; site++)
      if (first.bytes[site] > 0 && !(second.bytes[site] > 0)) list.push(site);
    $("gone").hidden = list.length === 0;
    list.sort((a, b) => first.bytes[b] - first.bytes[a]);
    const body = columnsOf($("vanished"), "vanished", [["bytes", "bytes"], ["blocks", "blocks"], ["name", "where"]], null);
    for (const site of list.slice(0, rowsAtOnce)) siteRow(body, site, [figure(first.bytes[site], "byte"), figure(first.blocks[site], "block")]);
  };
  const drawTables = () => { drawPlaces(); drawFunctions(); drawVanished(); };
  const drawAll = () => { drawFlame(); drawTables(); };

  // Time.
  const timeOf = step => step === 0 ? 0 : data.timeline.times[step - 1];
  const momentText = step => `${(timeOf(step) / 1e9).toFixed(timeOf(steps) < 1e9 ? 4 : 2)} s: ${bytes(liveBySteps[step])}`;
  const svg = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const drawChart = () => {
    const chart = svg("svg", {viewBox: `0 0 ${Math.max(steps, 1)} 100`, preserveAspectRatio: "none", role: "img",
                              "aria-label": `Bytes held over time, at most ${bytes(Math.max(...liveBySteps))}`});
    const most = Math.max(...liveBySteps, 1);
    let path = "M0 100";
    liveBySteps.forEach((live, step) => { path += `H${step}V${(97 - 92 * live / most).toFixed(2)}`; });
    chart.append(svg("path", {class: "live", d: path + "V100Z"}));
    for (const mark of data.marks) chart.append(svg("line", {class: "mark", x1: mark.step, x2: mark.step, y1: 0, y2: 100}));
    for (const id of ["line-from", "line-to"]) chart.append(svg("line", {id, class: "moment", y1: 0, y2: 100}));
    $("chart").append(chart);
  };
  const moveMoments = () => {
    for (const id of ["from", "to"]) {
      $(id).value = state[id];
      $(id + "-text").textContent = momentText(state[id]);
      $(id).setAttribute("aria-valuetext", momentText(state[id]));
      for (const end of ["x1", "x2"]) $("line-" + id).setAttribute(end, state[id]);
    }
    first = heldAt(state.from);
    second = heldAt(state.to);
    let more = 0, less = 0;
    for (let site = 0; site < siteCount; site++) {
      const change = second.bytes[site] - first.bytes[site];
      if (change > 0) more++; else if (change < 0) less++;
    }
    const change = liveBySteps[state.to] - liveBySteps[state.from];
    $("difference").textContent = `Between the two moments: ${signed(change, "byte")}; ${number(more)} places hold more, ${number(less)} less.`;
  };
  let waiting = 0;
  const soon = () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(() => { moveMoments(); drawAll(); }); };
  for (const id of ["from", "to"]) {
    $(id).max = steps;
    $(id).addEventListener("input", () => {
      state[id] = Number($(id).value);
      if (state.from > state.to) state[id === "from" ? "to" : "from"] = state[id];
      soon();
    });
  }
  for (const mark of data.marks.filter(mark => mark.step < steps)) {
    const button = make("button", `from ${mark.name}`);
    button.type = "button";
    button.addEventListener("click", () => { state.from = mark.step; if (state.to < state.from) state.to = steps; $("measure").value = state.measure = 2; soon(); });
    $("marks").append(button, " ");
  }

  // Head and controls.
  const searchFor = text => { state.search = text.trim().toLowerCase(); drawAll(); };
  $("command").textContent = data.command;
  $("verdict").textContent = data.verdict.text;
  $("verdict").className = data.verdict.kind;
  $("facts").textContent = data.facts;
  for (const note of data.notes) $("notes").append(make("li", note));
  measures.forEach((one, i) => { const option = make("option", one.title); option.value = i; $("measure").append(option); });
  $("measure").addEventListener("change", () => { state.measure = Number($("measure").value); state.places.sort = "value"; drawAll(); });
  $("search").addEventListener("input", () => searchFor($("search").value));
  $("inverted").addEventListener("change", () => { state.inverted = $("inverted").checked; state.zoom = state.chosen = null; drawAll(); });
  $("changes").addEventListener("change", drawFlame);
  $("whole").addEventListener("click", () => zoomTo(0));
  for (const name of ["places", "functions"])
    $("more-" + name).addEventListener("click", () => { state[name].rows += rowsAtOnce * 5; drawTables(); });
  const lostFirst = measures.findIndex(one => one.name === "lost-bytes");
  if (data.verdict.kind === "lost" && lostFirst >= 0) $("measure").value = state.measure = lostFirst;
  if (data.compared) { const grown = measures.findIndex(one => one.name === "grown-bytes"); $("measure").value = state.measure = grown; }
  drawChart();
  moveMoments();
  drawAll();
})();
