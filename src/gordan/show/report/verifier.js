// Checks a certificate of gordan's against its data, in a browser or under node, in exact integers.
//
// Written from docs/certificate-format.md; no code of the library or of verify_by_hand.py is in it. Kinds: points and
// split. `gordanVerifier.verify(certificate, data, options)` resolves to {status, words, checks}: "accepted", "refused"
// (words: the check that does not hold) or "unusable" (words: what is wrong with which file, or what would take too
// long). Under node: node verifier.js CERTIFICATE.json DATA, or --serve for requests by line, as the tests use it.
"use strict";

(function (scope) {
  class Refused extends Error {}
  class Unusable extends Error {}

  const LARGEST_FILE = 256 * 2 ** 20; // bytes, unpacked
  const WORK = 1e8; // products of 64 bits: about ten seconds
  const ENTRIES = 4e6; // numbers of a table that a browser's memory holds with ease
  const state = { limit: 1, checks: [] };

  function need(holds, sentence) {
    if (!holds) throw new Unusable(sentence);
  }

  function check(name, holds) {
    if (!holds) throw new Refused(name);
    if (!state.checks.includes(name)) state.checks.push(name);
  }

  // Before any work: what it will take. Long integers are multiplied in about bits^1.6.
  function spend(what, products, bits) {
    const cost = products * (1 + bits / 64) ** 1.6;
    need(
      cost <= WORK * state.limit,
      `${what} would take ${Math.round(products).toLocaleString("en")} products of ${Math.round(bits).toLocaleString("en")} bits, ` +
        "too long for this page; check it with gordan verify (limit)",
    );
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Exact numbers. A rational is {n, d} with d > 0, not always in lowest terms.

  const abs = (a) => (a < 0n ? -a : a);
  const bitLength = (a) => (a === 0n ? 0 : abs(a).toString(16).length * 4);
  const Q = (n, d = 1n) => ({ n, d });
  const ZERO = Q(0n);

  function gcd(a, b) {
    a = abs(a);
    b = abs(b);
    while (b) [a, b] = [b, a % b];
    return a;
  }

  const reduced = (q) => {
    const g = gcd(q.n, q.d);
    return g > 1n ? Q(q.n / g, q.d / g) : q;
  };
  const add = (a, b) => (a.d === b.d ? Q(a.n + b.n, a.d) : Q(a.n * b.d + b.n * a.d, a.d * b.d));
  const times = (a, b) => Q(a.n * b.n, a.d * b.d);
  const minus = (a, b) => add(a, Q(-b.n, b.d));
  const over = (a, b) => (b.n < 0n ? Q(-a.n * b.d, -a.d * b.n) : Q(a.n * b.d, a.d * b.n));
  const compare = (a, b) => {
    const left = a.n * b.d;
    const right = b.n * a.d;
    return left < right ? -1 : left > right ? 1 : 0;
  };
  const sum = (values) => values.reduce((total, v) => reduced(add(total, v)), ZERO);
  const signedSquare = (t) => Q(t.n * abs(t.n), t.d * t.d); // t|t| rises with t: roots are compared by squares
  const power = (base, e) => (e >= 0 ? Q(base ** BigInt(e)) : Q(1n, base ** BigInt(-e)));

  const view = new DataView(new ArrayBuffer(8));

  // A double as mantissa times a power of two.
  function dyadic(value) {
    view.setFloat64(0, value);
    const high = view.getUint32(0);
    const exponent = (high >>> 20) & 0x7ff;
    const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
    const size = exponent ? fraction | (1n << 52n) : fraction;
    return { n: value < 0 ? -size : size, e: (exponent || 1) - 1075 };
  }

  // The shortest decimal that reads back as the double, as digits times a power of ten: that is what String gives.
  function decimal(value) {
    const text = String(value);
    const at = text.indexOf("e");
    const digits = at < 0 ? text : text.slice(0, at);
    let e = at < 0 ? 0 : Number(text.slice(at + 1));
    const point = digits.indexOf(".");
    if (point < 0) return { n: BigInt(digits), e };
    e -= digits.length - point - 1;
    return { n: BigInt(digits.slice(0, point) + digits.slice(point + 1)), e };
  }

  function rational(value) {
    const { n, e } = dyadic(value);
    return reduced(times(Q(n), power(2n, e)));
  }

  // The shortest decimal that reads back as a number in single precision; of several of one length the nearest.
  function shortestSingle(value) {
    need(Math.fround(value) === value, "data: a number is not one of single precision");
    const size = rational(Math.abs(value));
    view.setFloat32(0, Math.abs(value));
    const bits = view.getUint32(0);
    const single = (k) => {
      view.setUint32(0, k);
      return k > 0x7f7fffff ? Q(1n << 128n) : rational(view.getFloat32(0));
    };
    const half = Q(1n, 2n);
    const below = times(add(size, single(bits - 1)), half);
    const above = times(add(size, single(bits + 1)), half);
    const leading = Math.floor(Math.log10(Math.abs(value)));
    for (let digits = 1; digits <= 10; digits++) {
      let best = null;
      for (const shift of [1, 0, -1]) {
        // the logarithm may err by one
        const e = leading - digits + 1 + shift;
        const unit = power(10n, e);
        const first = over(size, unit);
        for (const k of [first.n / first.d, first.n / first.d + 1n]) {
          if (k <= 0n || String(k).replace(/0+$/, "").length > digits) continue;
          const near = times(Q(k), unit);
          const low = compare(near, below);
          const high = compare(near, above);
          if (low < 0 || high > 0 || (bits % 2 && (low === 0 || high === 0))) continue; // a middle goes to the even one
          const away = minus(near, size);
          const distance = Q(abs(away.n), away.d);
          if (!best || compare(distance, best.distance) < 0) best = { n: k, e, distance };
        }
      }
      if (best) return { n: value < 0 ? -best.n : best.n, e: best.e };
    }
    throw new Unusable("data: a number of single precision has no short decimal");
  }

  // The double nearest to n/d, ties to even; infinite where it is beyond the doubles.
  function nearestDouble(q) {
    if (q.n === 0n) return 0;
    const size = abs(q.n);
    let e = size.toString(2).length - q.d.toString(2).length - 54; // then the quotient has 54 or 55 bits
    e = Math.max(e, -1075);
    const above = e < 0 ? size << BigInt(-e) : size;
    const below = e < 0 ? q.d : q.d << BigInt(e);
    let digits = above / below;
    let rest = above % below !== 0n;
    let extra = e === -1075 ? 1 : 0;
    const length = digits.toString(2).length;
    if (length > 53) extra = Math.max(extra, length - 53);
    const cut = BigInt(extra);
    const low = digits & ((1n << cut) - 1n);
    const middle = extra ? 1n << (cut - 1n) : 0n;
    digits >>= cut;
    if (extra && (low > middle || (low === middle && (rest || digits & 1n)))) digits += 1n;
    const value = scaled(Number(digits), e + extra);
    return q.n < 0n ? -value : value;
  }

  // m·2^e of an m below 2^54, without a second rounding: each step but the last is exact.
  function scaled(m, e) {
    while (e > 0 && m !== Infinity) {
      const step = Math.min(e, 1000);
      m *= 2 ** step;
      e -= step;
    }
    while (e < 0) {
      const step = Math.min(-e, 1000);
      m /= 2 ** step;
      e += step;
    }
    return m;
  }

  function floorRoot(a) {
    if (a < 2n) return a;
    let x = 1n << BigInt((a.toString(2).length + 1) >> 1);
    for (;;) {
      const y = (x + a / x) >> 1n;
      if (y >= x) return x;
      x = y;
    }
  }

  // √q between two fractions, `bits` bits behind the point of √n·√d / d.
  function rootBetween(q, bits) {
    const k = BigInt(bits);
    const root = floorRoot((q.n * q.d) << (2n * k));
    const exact = root * root === (q.n * q.d) << (2n * k);
    const d = q.d << k;
    return [Q(root, d), exact ? Q(root, d) : Q(root + 1n, d)];
  }

  const BITS = [128, 512, 2048, 8192];

  // ------------------------------------------------------------------------------------------------------------------
  // SHA-256, so that pages opened from a disk need nothing of the browser's.

  const primes = [];
  for (let k = 2; primes.length < 64; k++) if (primes.every((p) => k % p)) primes.push(k);
  const firstBits = (value) => {
    // 32 bits behind the point of a root, from its exact integer part scaled
    return Number(value & 0xffffffffn);
  };
  const cubeRoot = (a) => {
    let x = 1n << BigInt(Math.ceil(a.toString(2).length / 3));
    for (;;) {
      const y = (2n * x + a / (x * x)) / 3n;
      if (y >= x) return x;
      x = y;
    }
  };
  const START = primes.slice(0, 8).map((p) => firstBits(floorRoot(BigInt(p) << 64n)));
  const ROUNDS = primes.map((p) => firstBits(cubeRoot(BigInt(p) << 96n)));

  class Sha256 {
    constructor() {
      this.hash = Int32Array.from(START);
      this.block = new Uint8Array(64);
      this.words = new Int32Array(64);
      this.view = new DataView(this.block.buffer);
      this.filled = 0;
      this.total = 0;
    }

    update(bytes) {
      this.total += bytes.length;
      let at = 0;
      while (at < bytes.length) {
        const take = Math.min(64 - this.filled, bytes.length - at);
        this.block.set(bytes.subarray(at, at + take), this.filled);
        this.filled += take;
        at += take;
        if (this.filled === 64) this.round();
      }
      return this;
    }

    round() {
      const w = this.words;
      for (let i = 0; i < 16; i++) w[i] = this.view.getInt32(4 * i);
      const turn = (x, k) => (x >>> k) | (x << (32 - k));
      for (let i = 16; i < 64; i++) {
        const s = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const t = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + s + w[i - 7] + t) | 0;
      }
      let [a, b, c, d, e, f, g, h] = this.hash;
      for (let i = 0; i < 64; i++) {
        const s = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (h + s + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
        const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((v, i) => (this.hash[i] += v));
      this.filled = 0;
    }

    digest() {
      const total = this.total * 8;
      this.update(Uint8Array.of(0x80));
      while (this.filled !== 56) this.update(Uint8Array.of(0));
      const tail = new DataView(new ArrayBuffer(8));
      tail.setUint32(0, Math.floor(total / 2 ** 32));
      tail.setUint32(4, total >>> 0);
      this.update(new Uint8Array(tail.buffer));
      const bytes = new DataView(new ArrayBuffer(32));
      this.hash.forEach((v, i) => bytes.setInt32(4 * i, v));
      return new Uint8Array(bytes.buffer);
    }
  }

  const hex = (bytes) => Array.from(bytes, (v) => v.toString(16).padStart(2, "0")).join("");
  const utf8 = (text) => new TextEncoder().encode(text);

  // The hash of rows: of every 4,096 of them their marks and records, and then of these hashes.
  function digestOf(words, rows, marks, large = []) {
    const whole = new Sha256().update(utf8(words));
    let sixteen = new Sha256(); // of the hashes of 65,536 rows; the results are added to `large`
    for (let start = 0; start < rows.n; start += 4096) {
      const stop = Math.min(start + 4096, rows.n);
      const block = new Sha256().update(Uint8Array.from(marks.slice(start, stop), Number));
      const hash = block.update(recordsOf(rows, Array.from({ length: stop - start }, (_, i) => start + i))).digest();
      whole.update(hash);
      sixteen.update(hash);
      if (stop % 65536 === 0 || stop === rows.n) {
        large.push(hex(sixteen.digest()));
        sixteen = new Sha256();
      }
    }
    return hex(whole.digest());
  }

  // The hash of some rows, by the blocks of 4,096 that they stand in.
  function fileHash(rows, marks, numbers) {
    const whole = new Sha256();
    for (let first = 0; first < numbers.length; ) {
      const block = Math.floor(numbers[first] / 4096);
      let last = first;
      while (last < numbers.length && Math.floor(numbers[last] / 4096) === block) last++;
      const own = numbers.slice(first, last);
      const hash = new Sha256().update(Uint8Array.from(own, (i) => Number(marks[i])));
      whole.update(hash.update(recordsOf(rows, own)).digest());
      first = last;
    }
    return hex(whole.digest());
  }

  function recordsOf(rows, numbers) {
    const count = numbers.reduce((total, i) => total + rows.starts[i + 1] - rows.starts[i], 0);
    const records = new DataView(new ArrayBuffer(24 * count));
    let at = 0;
    for (const i of numbers) {
      for (let k = rows.starts[i]; k < rows.starts[i + 1]; k++, at += 24) {
        records.setUint32(at, i, true);
        records.setUint32(at + 8, rows.columns[k] >>> 0, true);
        records.setUint32(at + 12, Math.floor(rows.columns[k] / 2 ** 32), true);
        records.setFloat64(at + 16, rows.values[k], true);
      }
    }
    return new Uint8Array(records.buffer);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // The text of the certificate: strict JSON into Maps, arrays, strings, numbers, booleans and null.

  const MEMBERS = 1 << 23;
  const BRACKETS = 1 << 16;
  const NESTED = 200;

  function decodeText(bytes, what) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      const reads = what === "data" ? "; this page reads CSV and its relatives, svmlight and .npz" : "";
      throw new Unusable(`${what} is no text in UTF-8${reads}`);
    }
  }

  function readJson(bytes) {
    let commas = 0;
    let brackets = 0;
    for (const byte of bytes) {
      if (byte === 44) commas++;
      else if (byte === 91 || byte === 123) brackets++;
    }
    need(commas <= MEMBERS && brackets <= BRACKETS, "certificate: too many members");
    const text = decodeText(bytes, "certificate");
    let at = 0;
    const wrong = (words) => new Unusable(`certificate: no JSON of this format (${words} at character ${at})`);
    const blank = /[ \t\n\r]*/y;
    const plain = /[^"\\\u0000-\u001f]*/y;
    const whole = /-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    const match = (pattern) => {
      pattern.lastIndex = at;
      const [found] = pattern.exec(text) || [""];
      at += found.length;
      return found;
    };
    const escapes = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

    function string() {
      at++;
      let value = "";
      for (;;) {
        value += match(plain);
        const sign = text[at++];
        if (sign === '"') return value;
        if (sign !== "\\") throw wrong("a text without its end");
        const next = text[at++];
        if (next === "u") {
          const code = text.slice(at, at + 4);
          if (!/^[0-9a-fA-F]{4}$/.test(code)) throw wrong("an unknown escape");
          value += String.fromCharCode(parseInt(code, 16));
          at += 4;
        } else if (next in escapes) value += escapes[next];
        else throw wrong("an unknown escape");
      }
    }

    function members(close, one) {
      at++;
      match(blank);
      if (text[at] === close) return void at++;
      for (;;) {
        one();
        match(blank);
        const sign = text[at++];
        if (sign === close) return;
        if (sign !== ",") throw wrong(`neither , nor ${close}`);
        match(blank);
      }
    }

    function value(depth) {
      if (depth > NESTED) throw wrong("nested too deeply");
      match(blank);
      if (text[at] === '"') return string();
      if (text[at] === "[") {
        const list = [];
        members("]", () => list.push(value(depth + 1)));
        return list;
      }
      if (text[at] === "{") {
        const object = new Map();
        members("}", () => {
          if (text[at] !== '"') throw wrong("a field without a name");
          const name = string();
          need(!object.has(name), "certificate: a field is there twice");
          match(blank);
          if (text[at++] !== ":") throw wrong("a field without :");
          object.set(name, value(depth + 1));
        });
        return object;
      }
      for (const [word, meaning] of [["true", true], ["false", false], ["null", null]]) {
        if (text.startsWith(word, at)) {
          at += word.length;
          return meaning;
        }
      }
      const number = match(whole);
      if (!number) throw wrong("no value");
      need(/^(0|-?[1-9][0-9]{0,15})$/.test(number), `certificate: the number ${number.slice(0, 40)} is not of this format`);
      return Number(number);
    }

    const result = value(0);
    match(blank);
    if (at < text.length) throw wrong("more text");
    need(result instanceof Map, "certificate: not an object");
    return result;
  }

  const byCodePoint = (a, b) => {
    const [u, v] = [Array.from(a), Array.from(b)];
    for (let k = 0; k < Math.min(u.length, v.length); k++) {
      if (u[k] !== v[k]) return u[k].codePointAt(0) - v[k].codePointAt(0);
    }
    return u.length - v.length;
  };

  // Sorted names, no white space, all but ASCII escaped: what the checksum is of.
  function canonical(value) {
    if (typeof value === "string") {
      const short = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
      const escape = (sign) => short[sign] || "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0");
      return `"${value.replace(/["\\]|[^ -~]/g, escape)}"`;
    }
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value instanceof Map) {
      const names = [...value.keys()].sort(byCodePoint);
      return `{${names.map((name) => `${canonical(name)}:${canonical(value.get(name))}`).join(",")}}`;
    }
    return String(value);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Fields: each is taken once, of its type and in its only spelling; `end` sees that none is left.

  const isText = (v) => typeof v === "string";
  const isWhole = (v) => typeof v === "number";

  const DIGITS = 1 << 20;
  const FRACTION_DIGITS = 10000;
  const LABEL_DIGITS = 1000;
  const longIntegers = { squares: 0 };

  function hexDouble(text) {
    const parts = /^(-?)0x([01])\.([0-9a-f]{13}|0)p([+-])(0|[1-9][0-9]{0,3})$/.exec(text);
    if (!parts) return null;
    const [, sign, first, digits, way, size] = parts;
    const e = way === "-" ? -Number(size) : Number(size);
    if (digits === "0") return text === "0x0.0p+0" ? 0 : null;
    if (way === "-" && e === 0) return null;
    if (first === "0" ? e !== -1022 || /^0*$/.test(digits) : e < -1022 || e > 1023) return null;
    const value = scaled(Number(BigInt("0x" + first + digits)), e - 52);
    return sign ? -value : value;
  }

  function integerOf(text, digits = DIGITS) {
    if (text.length > digits || !/^(0|-?[1-9][0-9]*)$/.test(text)) return null;
    if (text.length > 1000) {
      longIntegers.squares += text.length ** 2;
      need(longIntegers.squares <= 2e12 * state.limit, "certificate: its integers are too long for this page (limit)");
    }
    return BigInt(text);
  }

  function offsetOf(text) {
    const at = text.indexOf("/");
    if (at < 0) {
      const value = hexDouble(text);
      return value === null ? null : rational(value);
    }
    const n = integerOf(text.slice(0, at), FRACTION_DIGITS);
    const d = integerOf(text.slice(at + 1), FRACTION_DIGITS);
    return n === null || d === null || d < 1n || gcd(n, d) !== 1n ? null : Q(n, d);
  }

  // An integer, or a fraction in lowest terms with a denominator above 1.
  function fractionOf(text) {
    const [above, below, ...more] = text.split("/");
    const n = integerOf(above);
    if (below === undefined) return n === null ? null : Q(n);
    const d = more.length ? null : integerOf(below);
    return n === null || d === null || d < 2n || gcd(n, d) !== 1n ? null : Q(n, d);
  }

  const positiveInteger = (text) => {
    const value = integerOf(text);
    return value !== null && value > 0n ? value : null;
  };

  class Fields {
    constructor(members, path = "") {
      this.members = new Map(members);
      this.path = path;
    }

    need(name, holds, expected) {
      need(holds, `certificate: ${this.path}${name} is not ${expected}`);
    }

    take(name, is, expected) {
      this.need(name, this.members.has(name), "there");
      const value = this.members.get(name);
      this.members.delete(name);
      this.need(name, is(value), expected);
      return value;
    }

    text(name, ...choices) {
      return this.take(name, (v) => isText(v) && (!choices.length || choices.includes(v)), choices.join(" or ") || "text");
    }

    textOrNull(name) {
      return this.take(name, (v) => v === null || isText(v), "text or null");
    }

    truth(name) {
      return this.take(name, (v) => typeof v === "boolean", "true or false");
    }

    nothing(name) {
      return this.take(name, (v) => v === null, "null");
    }

    hash(name) {
      return this.take(name, (v) => isText(v) && /^[0-9a-f]{64}$/.test(v), "a SHA-256 in hexadecimal");
    }

    count(name, least = 1) {
      return this.take(name, (v) => isWhole(v) && v >= least, `a whole number from ${least}`);
    }

    list(name, length = null) {
      const words = length === null ? "a list" : `a list of ${length}`;
      return this.take(name, (v) => Array.isArray(v) && (length === null || v.length === length), words);
    }

    texts(name) {
      const values = this.list(name);
      this.need(name, values.every(isText), "a list of texts");
      return values;
    }

    rising(name, below, { least = 0, empty = false, length = null } = {}) {
      const values = this.list(name, length);
      this.need(name, values.length || empty || length !== null, "a list with members");
      const sound = values.every((v, k) => isWhole(v) && v >= (k ? values[k - 1] + 1 : least) && v < below);
      this.need(name, sound, `rising whole numbers from ${least}, below ${below}`);
      return values;
    }

    spelt(name, read, length = null) {
      return this.list(name, length).map((v, k) => this.read(`${name}[${k}]`, read, v));
    }

    read(name, read, value) {
      const result = isText(value) ? read(value) : null;
      this.need(name, result !== null, "a number in its only spelling");
      return result;
    }

    number(name, read) {
      return this.read(name, read, this.take(name, isText, "a number spelt as text"));
    }

    numberOrNull(name, read) {
      const value = this.textOrNull(name);
      return value === null ? null : this.read(name, read, value);
    }

    inside(name) {
      return new Fields(this.take(name, (v) => v instanceof Map, "an object"), `${this.path}${name}.`);
    }

    insideOrNull(name) {
      const value = this.take(name, (v) => v === null || v instanceof Map, "an object or null");
      return value === null ? null : new Fields(value, `${this.path}${name}.`);
    }

    // An object that is there just where something rests on it, and null elsewhere.
    insideIf(name, needed) {
      const value = this.insideOrNull(name);
      this.need(name, (value !== null) === needed, needed ? "given" : "null, where nothing rests on it");
      return value;
    }

    several(name) {
      const values = this.list(name);
      this.need(name, values.every((v) => v instanceof Map), "a list of objects");
      return values.map((v, k) => new Fields(v, `${this.path}${name}[${k}].`));
    }

    end() {
      need(!this.members.size, `certificate: the field ${this.path}${[...this.members.keys()][0]} is not known`);
    }
  }

  const bareName = (value) => value !== "" && !value.includes("/");

  // ------------------------------------------------------------------------------------------------------------------
  // The claim of the kind "points".

  // A class or a label that can be compared: text as it is, numbers as fractions in lowest terms.
  const numberKey = (q) => {
    const { n, d } = reduced(q);
    return { number: Q(n, d), key: `${n}/${d}` };
  };
  const textKey = (text) => ({ text, key: `"${text}` });

  function readClasses(problem) {
    const given = problem.list("classes");
    problem.need("classes", given.length === 1 || given.length === 2, "a list of one or two classes");
    const classes = given.map((each) => {
      const [kind, value] = each instanceof Map && each.size === 1 ? [...each][0] : [];
      const fields = new Fields(new Map([[kind, value]]), "problem.classes.");
      if (kind === "text") return textKey(fields.text("text"));
      if (kind === "truth") return numberKey(Q(fields.truth("truth") ? 1n : 0n));
      if (kind === "whole") return numberKey(Q(fields.number("whole", (text) => integerOf(text, LABEL_DIGITS))));
      problem.need("classes", kind === "number", "a list of objects with one type and its value each");
      return numberKey(rational(fields.number("number", hexDouble)));
    });
    problem.need("classes", new Set(classes.map((v) => v.key)).size === classes.length, "a list of different classes");
    return classes;
  }

  function readQuestion(problem) {
    const ask = { kind: problem.text("kind", "points"), n: problem.count("n"), m: problem.count("m") };
    ask.intercept = problem.truth("intercept");
    ask.normalise = problem.truth("normalise");
    ask.numbers = problem.text("numbers", "binary", "decimal");
    ask.width = problem.count("width");
    ask.classes = readClasses(problem);
    ask.digest = problem.hash("digest");
    ask.names = problem.texts("names");
    problem.need("names", [0, ask.m].includes(ask.names.length), "empty, or a name for each column");
    problem.need("width", ask.width === 64 || (ask.width === 32 && ask.numbers === "decimal"), "64, or 32 of decimals");
    problem.need("classes", ask.classes.length === 2 || !ask.intercept, "two classes beside an intercept");
    problem.need("normalise", !(ask.normalise && ask.intercept), "false beside an intercept");
    problem.end();
    return ask;
  }

  function readSource(fields) {
    if (fields === null) return null;
    const source = { file: fields.take("file", (v) => isText(v) && bareName(v), "a file's name without its folder") };
    source.format = fields.text("format");
    source.label = fields.text("label");
    source.positive = fields.textOrNull("positive");
    fields.end();
    return source;
  }

  function readWeighted(fields, n) {
    const rows = fields.rising("rows", n);
    return { rows, integers: fields.spelt("integers", positiveInteger, rows.length) };
  }

  function readProof(fields, ask, alternative, version) {
    if (fields === null) return null;
    const planes = version > 4 ? ["separator", "integer separator"] : ["separator"];
    const choices = alternative === "separable" ? planes : ["cancellation", "enclosure"];
    const kind = fields.text("kind", ...choices);
    let proof;
    if (kind === "separator") {
      proof = { direction: fields.spelt("direction", hexDouble, ask.m), centre: fields.spelt("centre", hexDouble, ask.m) };
      proof.offset = fields.number("offset", offsetOf);
    } else if (kind === "integer separator") {
      proof = { direction: fields.spelt("integers", integerOf, ask.m), offset: fields.number("offset", fractionOf), centre: [] };
    } else if (kind === "cancellation") proof = readWeighted(fields, ask.n);
    else {
      const rows = fields.rising("rows", ask.n);
      proof = { rows, centre: fields.spelt("centre", hexDouble, rows.length) };
      proof.radius = fields.spelt("radius", hexDouble, rows.length);
    }
    fields.end();
    return { kind, ...proof };
  }

  function readBall(top, ask, alternative) {
    const fields = top.insideIf("ball", top.members.get("ball") !== null && alternative === "inseparable");
    if (fields === null) return null;
    const ball = { radius: fields.number("radius", hexDouble) };
    fields.need("radius", ball.radius > 0, "above 0");
    ball.pairs = fields.list("pairs", ask.m).map((pair, k) => {
      const sound = Array.isArray(pair) && pair.length === 2 && pair.every((v) => v instanceof Map);
      fields.need(`pairs[${k}]`, sound, "a list of two objects");
      return pair.map((end, i) => {
        const inside = new Fields(end, `ball.pairs[${k}][${i}].`);
        const point = readWeighted(inside, ask.n);
        inside.end();
        return point;
      });
    });
    fields.end();
    return ball;
  }

  function readBlocks(top, n) {
    if (top.members.get("blocks") === null) return top.nothing("blocks");
    const hashes = top.list("blocks", Math.ceil(n / 65536));
    top.need("blocks", hashes.every((v) => isText(v) && /^[0-9a-f]{64}$/.test(v)), "a list of SHA-256");
    return hashes;
  }

  // The files that the rows come from; `sizes` says how many rows all of them have.
  function readFiles(top, ...sizes) {
    if (top.members.get("files") === null) return top.nothing("files");
    const files = top.several("files").map((each) => {
      const inside = (v) => isText(v) && v !== "" && v[0] !== "/" && !v.split("/").includes("..");
      const name = each.take("file", inside, "a path within its folder");
      const rows = each.list("rows", sizes.length);
      each.need("rows", rows.every((v) => isWhole(v) && v >= 0), "a list of numbers from 0");
      const file = { name, rows, hash: each.hash("hash") };
      each.end();
      return file;
    });
    const sums = sizes.map((_, k) => files.reduce((total, each) => total + each.rows[k], 0));
    top.need("files", files.length && sums.every((v, k) => v === sizes[k]), "a list of files with all rows");
    return files;
  }

  function readPoints(top, version) {
    const ask = readQuestion(top.inside("problem"));
    const claim = { ask, source: readSource(top.insideOrNull("source")) };
    const alternative = top.text("alternative", "separable", "inseparable", "undecided");
    claim.alternative = alternative;
    claim.arithmetic = top.text("arithmetic", "rounded", "exact");
    const bracket = top.inside("bracket");
    claim.lower = bracket.numberOrNull("lower", hexDouble);
    claim.upper = bracket.numberOrNull("upper", hexDouble);
    bracket.end();
    claim.proof = readProof(top.insideIf("proof", alternative !== "undecided"), ask, alternative, version);
    const plane = top.insideIf("hyperplane", alternative !== "separable" && claim.lower !== null);
    if (plane) {
      claim.hyperplane = { direction: plane.spelt("direction", hexDouble, ask.m) };
      claim.hyperplane.centre = plane.spelt("centre", hexDouble, ask.m);
      plane.end();
    }
    const weights = top.insideIf("weights", alternative !== "inseparable" && claim.upper !== null);
    if (weights) {
      const rows = weights.rising("rows", ask.n);
      claim.weights = { rows, values: weights.spelt("values", hexDouble, rows.length) };
      weights.end();
    }
    claim.ball = version > 2 ? readBall(top, ask, alternative) : null;
    claim.blocks = version > 3 ? readBlocks(top, ask.n) : null;
    claim.files = version > 5 ? readFiles(top, ask.n) : null;
    const support = alternative === "inseparable" ? claim.proof.rows : claim.weights ? claim.weights.rows : [];
    if (top.members.get("lines") === null) top.nothing("lines");
    else {
      top.need("lines", claim.source !== null, "null without a source");
      top.rising("lines", 1e15, { least: 1, length: support.length });
    }
    return claim;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Data: the bytes of a file as rows of numbers, labels and names. Rows are stored by their entries that are not 0.

  class Rows {
    constructor() {
      this.n = 0;
      this.starts = [0];
      this.columns = [];
      this.values = [];
    }

    // One row by [column, value], columns rising.
    push(entries) {
      for (const [column, value] of entries) {
        if (value !== 0) {
          this.columns.push(column);
          this.values.push(value);
        }
      }
      this.close();
    }

    pushDense(values) {
      for (let j = 0; j < values.length; j++) {
        if (values[j] !== 0) {
          this.columns.push(j);
          this.values.push(values[j]);
        }
      }
      this.close();
    }

    close() {
      this.n++;
      this.starts.push(this.values.length);
      const text = "the table has too many numbers for this page; check it with gordan verify (limit)";
      need(this.values.length <= ENTRIES * Math.max(state.limit, 1), text);
    }

    // The rows of which the answer is true.
    chosen(keep) {
      const rows = new Rows();
      for (let i = 0; i < this.n; i++) {
        if (!keep(i)) continue;
        for (let k = this.starts[i]; k < this.starts[i + 1]; k++) {
          rows.columns.push(this.columns[k]);
          rows.values.push(this.values[k]);
        }
        rows.close();
      }
      return rows;
    }

    // Keep the first n rows.
    cut(n) {
      this.n = n;
      this.starts = this.starts.slice(0, n + 1);
      this.columns = this.columns.slice(0, this.starts[n]);
      this.values = this.values.slice(0, this.starts[n]);
    }
  }

  async function unpacked(bytes, format, most) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
    const reader = stream.getReader();
    const parts = [];
    let total = 0;
    for (;;) {
      let step;
      try {
        step = await reader.read();
      } catch {
        throw new Unusable("data: the file is packed and cannot be unpacked; is it whole?");
      }
      if (step.done) break;
      total += step.value.length;
      need(total <= most, `data: the file unpacks to more than ${most.toLocaleString("en")} bytes`);
      parts.push(step.value);
    }
    const all = new Uint8Array(total);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  function endings(name) {
    const parts = name.toLowerCase().replace(/^.*[/\\]/, "").split(".").slice(1);
    const last = parts[parts.length - 1] || "";
    const packed = ["gz", "xz", "bz2"].includes(last) ? last : null;
    return { packed, kind: (packed ? parts[parts.length - 2] : last) || "" };
  }

  const NUMBER = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;

  function numberOrNull(cell, comma = false) {
    let text = cell.trim();
    if (comma && text.split(",").length === 2 && !text.includes(".")) text = text.replace(",", ".");
    if (!NUMBER.test(text)) return null;
    const value = Number(text);
    return Number.isFinite(value) ? value : null;
  }

  function textLines(bytes) {
    const text = decodeText(bytes, "data").replace(/^\ufeff/, "");
    return text.split(/\r\n|\r|\n/);
  }

  // The cells of lines; a quoted cell may go over several. Loose: of one line by itself, whatever its quotes.
  function cellsOf(lines, mark, loose) {
    const rows = [];
    let cells = [];
    let cell = "";
    let where = "start"; // of a cell; then "plain", "quoted" or "closed"
    for (const line of lines) {
      if (where === "start" && mark !== " " && !line.includes('"')) {
        rows.push(loose ? line.split(mark) : line.split(mark).map((text) => text.replace(/^ +/, "")));
        continue;
      }
      for (const sign of line) {
        if (where === "quoted") {
          if (sign === '"') where = "closed";
          else cell += sign;
        } else if (where === "closed" && sign === '"') {
          cell += sign;
          where = "quoted";
        } else if (sign === mark && !(mark === " " && where === "start" && !loose)) {
          cells.push(cell);
          cell = "";
          where = "start";
        } else if (where === "start" && sign === " " && !loose) continue;
        else if (where === "start" && sign === '"') where = "quoted";
        else {
          need(where !== "closed" || loose, "data: the cells of the table cannot be read (text behind a closing quote)");
          cell += sign;
          where = "plain";
        }
      }
      if (where === "quoted") cell += "\n";
      else {
        rows.push([...cells, cell]);
        [cells, cell, where] = [[], "", "start"];
      }
    }
    need(where !== "quoted" || loose, "data: a quoted cell of the table has no end");
    if (where === "quoted") rows.push([...cells, cell]);
    return rows;
  }

  function records(bytes) {
    const lines = textLines(bytes).filter((line) => line.trim() && !line.startsWith("#"));
    need(lines.length, "data: the table is empty");
    const share = (mark) => {
      const cells = lines.slice(0, 20).flatMap((line) => cellsOf([line], mark, true)[0]);
      return cells.filter((cell) => numberOrNull(cell, mark === ";") !== null).length / Math.max(cells.length, 1);
    };
    let best = ",";
    let most = -1;
    for (const mark of [";", "\t", "|", ",", " "]) {
      if (!lines[0].trim().includes(mark)) continue;
      const part = share(mark);
      if (part > most) [best, most] = [mark, part];
    }
    const whole = best === " " ? lines.map((line) => line.replace(/\t/g, " ").trim()) : lines;
    return { mark: best, rows: cellsOf(whole, best, false) };
  }

  function typedLabels(cells) {
    need(!cells.includes(""), "data: a label is missing");
    const known = new Map();
    for (const cell of cells) if (!known.has(cell)) known.set(cell, numberOrNull(cell));
    const numbers = [...known.values()].every((v) => v !== null && Math.abs(v) < 2 ** 53);
    for (const [cell, v] of known) known.set(cell, numbers ? numberKey(rational(v)) : textKey(cell));
    return cells.map((cell) => known.get(cell));
  }

  // Which column has the labels, by its name or its number from 1, and whether the first line has names.
  function placeOfLabel(first, label, comma) {
    const cells = first.map((cell) => cell.trim());
    const words = cells.map((cell) => cell !== "" && numberOrNull(cell, comma) === null);
    const others = (place) => words.some((word, j) => word && j !== place);
    if (label === null) return [cells.length - 1, others(cells.length - 1)];
    const place = /^[0-9]{1,9}$/.test(label) ? Number(label) - 1 : -1;
    const counted = place >= 0 && place < cells.length;
    if (counted && !others(place)) return [place, false];
    if (cells.includes(label)) return [cells.indexOf(label), true];
    need(counted, `data: there is no column ${JSON.stringify(label)}`);
    return [place, true];
  }

  // Where the table has columns of all the `wanted` names, and none of these is a number, others are left out.
  function readDelimited(bytes, label, wanted) {
    const { mark, rows: lines } = records(bytes);
    const comma = mark === ";";
    const [column, named] = placeOfLabel(lines[0], label, comma);
    const width = lines[0].length;
    const names = named ? lines[0].map((cell) => cell.trim()) : lines[0].map(() => "");
    const chosen = wanted.length > 0 && wanted.every((name) => names.includes(name) && !/^[0-9]+$/.test(name));
    const asked = new Set(wanted);
    const taken = [...names.keys()].filter((j) => j !== column && (!chosen || asked.has(names[j])));
    const rows = new Rows();
    const labels = [];
    for (const cells of named ? lines.slice(1) : lines) {
      need(cells.length === width, "data: lines have different numbers of cells");
      labels.push(cells[column].trim());
      const values = [];
      for (const j of taken) {
        const value = numberOrNull(cells[j], comma);
        need(value !== null, `data: row ${rows.n} has a cell that is no finite number`);
        values.push(value);
      }
      rows.pushDense(values);
    }
    return { rows, labels: typedLabels(labels), m: taken.length, names: taken.map((j) => names[j]) };
  }

  function readSvmlight(bytes) {
    const lines = [];
    const labels = [];
    for (const line of textLines(bytes)) {
      const words = line.split("#")[0].split(/\s+/).filter(Boolean);
      if (!words.length) continue;
      const row = new Map();
      for (const word of words.slice(1)) {
        if (word.startsWith("qid:")) continue;
        const pair = word.split(":");
        const value = numberOrNull(pair[1] || "");
        const sound = pair.length === 2 && /^[0-9]{1,10}$/.test(pair[0]) && value !== null;
        need(sound, `data: ${JSON.stringify(line.slice(0, 40))} is no line of svmlight`);
        need(!row.has(Number(pair[0])), `data: ${JSON.stringify(line.slice(0, 40))} has an index twice`);
        row.set(Number(pair[0]), value);
      }
      lines.push(row);
      labels.push(words[0]);
    }
    need(lines.some((row) => row.size), "data: there are no features");
    const first = lines.some((row) => row.has(0)) ? 0 : 1;
    const rows = new Rows();
    let m = 0;
    for (const row of lines) {
      const entries = [...row].sort((a, b) => a[0] - b[0]).map(([j, v]) => [j - first, v]);
      if (entries.length) m = Math.max(m, entries[entries.length - 1][0] + 1);
      rows.push(entries);
    }
    return { rows, labels: typedLabels(labels), m, names: [] };
  }

  // The members of a zip archive by the directory at its end; stored or deflated.
  async function readArchive(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const wrong = "data: the file is no archive of arrays (.npz) that can be read";
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    need(end >= 0 && end > bytes.length - 65558, wrong);
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    const members = new Map();
    let total = 0;
    for (let k = 0; k < count; k++) {
      need(at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50, wrong);
      const [method, crc] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
      const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [long, extra, note] = [28, 30, 32].map((k) => view.getUint16(at + k, true));
      const local = view.getUint32(at + 42, true);
      need(size !== 0xffffffff && packed !== 0xffffffff, "data: an array is larger than this page reads (limit)");
      need((view.getUint16(at + 8, true) & 1) === 0 && (method === 0 || method === 8), wrong);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + long));
      total += size;
      need(total <= LARGEST_FILE, "data: the archive unpacks to too much (limit)");
      need(!members.has(name), "data: the archive has two members of one name");
      members.set(name, { method, crc, packed, size, local });
      at += 46 + long + extra + note;
    }
    const arrays = new Map();
    for (const [name, { method, crc, packed, size, local }] of members) {
      need(local + 30 <= bytes.length && view.getUint32(local, true) === 0x04034b50, wrong);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      need(start + packed <= bytes.length, wrong);
      const body = bytes.subarray(start, start + packed);
      const raw = method === 0 ? body : await unpacked(body, "deflate-raw", size);
      need(raw.length === size && crc32(raw) === crc, `data: the array ${name} is damaged`);
      arrays.set(name.replace(/\.npy$/, ""), readArray(raw, name));
    }
    return arrays;
  }

  const CRC = Int32Array.from({ length: 256 }, (_, k) => {
    for (let i = 0; i < 8; i++) k = k & 1 ? (k >>> 1) ^ 0xedb88320 : k >>> 1;
    return k;
  });

  function crc32(bytes) {
    let c = -1;
    for (const byte of bytes) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
    return ~c >>> 0;
  }

  const GETTERS = {
    f2: (v, at, little) => half(v.getUint16(at, little)),
    f4: (v, at, little) => v.getFloat32(at, little),
    f8: (v, at, little) => v.getFloat64(at, little),
    i1: (v, at) => v.getInt8(at),
    i2: (v, at, little) => v.getInt16(at, little),
    i4: (v, at, little) => v.getInt32(at, little),
    i8: (v, at, little) => v.getBigInt64(at, little),
    u1: (v, at) => v.getUint8(at),
    u2: (v, at, little) => v.getUint16(at, little),
    u4: (v, at, little) => v.getUint32(at, little),
    u8: (v, at, little) => v.getBigUint64(at, little),
    b1: (v, at) => (v.getUint8(at) ? 1 : 0),
  };

  function half(bits) {
    const [e, f] = [(bits >> 10) & 31, bits & 1023];
    const size = e === 31 ? (f ? NaN : Infinity) : e ? (1024 + f) * 2 ** (e - 25) : f * 2 ** -24;
    return bits & 0x8000 ? -size : size;
  }

  const HEADER =
    /^\{'descr': '([<>|=])([fiubUS])([0-9]{1,6})', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\),? ?\} *\n?$/;

  function readArray(raw, name) {
    const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
    need(raw.length >= 12 && magic.every((v, k) => raw[k] === v) && [1, 2, 3].includes(raw[6]), `data: ${name} is no array`);
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
    const start = raw[6] === 1 ? 10 + view.getUint16(8, true) : 12 + view.getUint32(8, true);
    need(start <= raw.length, `data: ${name} is cut short`);
    const text = String.fromCharCode(...raw.subarray(raw[6] === 1 ? 10 : 12, Math.min(start, 4096)));
    const head = HEADER.exec(text);
    need(head, `data: ${name} is an array of a type that is not read here`);
    const [, order, kind, width, byColumns, inside] = head;
    const shape = inside.split(",").map((v) => v.trim()).filter(Boolean).map(Number);
    const total = shape.reduce((a, b) => a * b, 1);
    const step = kind === "U" ? 4 * Number(width) : Number(width);
    need(raw.length - start === total * step, `data: ${name} is cut short`);
    need(total <= ENTRIES * Math.max(state.limit, 1), "data: the array has too many numbers for this page; use gordan verify (limit)");
    const little = order !== ">";
    let get = GETTERS[kind + width];
    if (kind === "U" || kind === "S") {
      get = (v, at) => {
        const signs = [];
        for (let k = 0; k < Number(width); k++) {
          const code = kind === "U" ? v.getUint32(at + 4 * k, little) : v.getUint8(at + k);
          need(code <= 0x10ffff, `data: ${name} has a text that is none`);
          signs.push(String.fromCodePoint(code));
        }
        return signs.join("").replace(/\0+$/, "");
      };
    }
    need(get, `data: ${name} is an array of an unusual width`);
    const values = Array.from({ length: total }, (_, k) => get(view, start + k * step, little));
    if (byColumns === "False" || shape.length < 2) return { shape, kind, values };
    need(shape.length === 2, `data: ${name} is stored by columns and has more than two dimensions`);
    const [n, m] = shape;
    return { shape, kind, values: values.map((_, k) => values[(k % m) * n + Math.floor(k / m)]) };
  }

  function matrixRows(array, name, rows = new Rows()) {
    need(array.shape.length === 2, `data: ${name} has ${array.shape.length} dimensions; expected rows and columns`);
    need("fiub".includes(array.kind), `data: ${name} holds no numbers`);
    const [n, m] = array.shape;
    for (let i = 0; i < n; i++) {
      const row = array.values.slice(i * m, (i + 1) * m).map(Number);
      const sound = row.every((v) => (array.kind === "f" ? Number.isFinite(v) : Math.abs(v) < 2 ** 53));
      need(sound, `data: ${name} has numbers that no double holds`);
      rows.pushDense(row);
    }
    return rows;
  }

  function arrayLabels(array) {
    if (array.kind === "U" || array.kind === "S") return array.values.map(textKey);
    need(array.values.every((v) => typeof v === "bigint" || Number.isFinite(v)), "data: a label is no number");
    return array.values.map((v) => numberKey(typeof v === "bigint" ? Q(v) : rational(v)));
  }

  async function opened(bytes, name) {
    need(bytes.length <= LARGEST_FILE, "data: the file has more than 256 MiB; check it with gordan verify (limit)");
    const { packed, kind } = endings(name);
    need(packed === null || packed === "gz", `data: .${packed} is not unpacked in this page; unpack the file and drop it again`);
    return { kind, bytes: packed ? await unpacked(bytes, "gzip", LARGEST_FILE) : bytes };
  }

  async function readTable(bytes, name, source, asked, wanted) {
    const file = await opened(bytes, name);
    const label = asked !== null ? asked : source ? source.label : null;
    if (file.kind === "npz") {
      const arrays = await readArchive(file.bytes);
      const labels = label !== null && arrays.has(label) ? label : "y";
      need(arrays.has("X") && arrays.has(labels), `data: the archive has no arrays X and ${label || "y"}`);
      const m = arrays.get("X").shape[1];
      return { rows: matrixRows(arrays.get("X"), "X"), labels: arrayLabels(arrays.get(labels)), m, names: [] };
    }
    if (["svm", "svmlight", "libsvm"].includes(file.kind) || (source && source.format === "svmlight")) {
      return readSvmlight(file.bytes);
    }
    return readDelimited(file.bytes, label, wanted);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Exact rows: integers times base^E, one E for all of them; the base is 2 or 10, as the certificate reads numbers.

  class ExactRows {
    constructor(rows, numbers, width) {
      this.rows = rows;
      this.base = numbers === "binary" ? 2n : 10n;
      const meant = numbers === "binary" ? dyadic : width === 64 ? decimal : shortestSingle;
      spend("the numbers of the data", rows.values.length, 64);
      this.parts = new Array(rows.values.length);
      this.exponent = 0;
      let highest = -Infinity;
      let first = true;
      for (let k = 0; k < rows.values.length; k++) {
        const part = meant(rows.values[k]);
        if (this.base === 2n) while (!(part.n & 0xffn)) [part.n, part.e] = [part.n >> 8n, part.e + 8];
        this.parts[k] = part;
        if (first || part.e < this.exponent) this.exponent = part.e;
        if (part.e > highest) highest = part.e;
        first = false;
      }
      this.bits = first ? 0 : 57 + Math.ceil((highest - this.exponent) * (this.base === 2n ? 1 : 3.33));
      spend("the numbers of the data on one scale", rows.values.length, this.bits);
      need((rows.values.length * this.bits) / 8 <= 2 ** 30 * Math.max(state.limit, 1), "data: the numbers on one scale take too much memory (limit)");
      const powers = new Map();
      for (let k = 0; k < this.parts.length; k++) {
        const { n, e } = this.parts[k];
        const up = e - this.exponent;
        if (up && !powers.has(up)) powers.set(up, this.base ** BigInt(up));
        this.parts[k] = up ? n * powers.get(up) : n;
      }
      this.unit = power(this.base, this.exponent);
    }

    // The product of row i with integers, by column.
    dot(i, integers) {
      const { starts, columns } = this.rows;
      let total = 0n;
      for (let k = starts[i]; k < starts[i + 1]; k++) total += this.parts[k] * integers[columns[k]];
      return total;
    }

    square(i) {
      let total = 0n;
      for (let k = this.rows.starts[i]; k < this.rows.starts[i + 1]; k++) total += this.parts[k] * this.parts[k];
      return total;
    }

    // Σ weight · row, by column.
    combine(support, weights) {
      const { starts, columns } = this.rows;
      const entries = support.reduce((total, i) => total + starts[i + 1] - starts[i], 0);
      spend("the weighted sum of the rows", entries, this.bits + longest(weights));
      const sums = new Map();
      support.forEach((i, at) => {
        for (let k = starts[i]; k < starts[i + 1]; k++) {
          sums.set(columns[k], (sums.get(columns[k]) || 0n) + weights[at] * this.parts[k]);
        }
      });
      return sums;
    }
  }

  const longest = (integers) => integers.reduce((most, v) => Math.max(most, bitLength(v)), 0);

  // Doubles as integers times one power of two.
  function onOneScale(values) {
    const parts = values.map((v) => dyadic(v));
    const used = parts.filter((part) => part.n);
    const e = used.length ? Math.min(...used.map((part) => part.e)) : 0;
    return { integers: parts.map((part) => (part.n ? part.n << BigInt(part.e - e) : 0n)), e, unit: power(2n, e) };
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Judging points.

  function signsOf(labels, ask, source) {
    if (source && source.positive !== null) {
      const value = numberOrNull(source.positive);
      const texts = labels.some((v) => v.text !== undefined);
      const chosen = texts || value === null ? textKey(source.positive) : numberKey(rational(value));
      const [one, other] = [textKey(source.positive), textKey(`not ${source.positive}`)];
      labels = labels.map((v) => (v.key === chosen.key ? one : other));
    }
    const seen = new Set(labels.map((v) => v.key));
    const same = seen.size === ask.classes.length && ask.classes.every((v) => seen.has(v.key));
    check("classes are the labels of the data", same);
    if (ask.classes.length === 2) {
      const [a, b] = ask.classes;
      const sorted = a.text !== undefined ? b.text !== undefined && byCodePoint(a.text, b.text) < 0
        : b.number !== undefined && compare(a.number, b.number) < 0;
      check("classes are sorted", sorted);
    }
    const last = ask.classes[ask.classes.length - 1].key;
    return labels.map((v) => (v.key === last ? 1 : -1));
  }

  async function judgePoints(claim, data, options) {
    const { ask } = claim;
    const key = JSON.stringify([options.label, claim.source && [claim.source.label, claim.source.format], ask.names]);
    const { memo } = options;
    const read = memo.get(key) || (await readTable(data, options.name, claim.source, options.label, ask.names));
    memo.set(key, read); // of several certificates about one file
    const table = { ...read, rows: Object.assign(new Rows(), read.rows) };
    need(table.rows.n === table.labels.length, "data: there is not one label for each row");
    if (options.pair && !(claim.source && claim.source.positive !== null)) {
      // A file with more classes: the certificate is about the rows of its two, and the hash says whether these are they.
      const asked = new Set(ask.classes.map((v) => v.key));
      const { labels } = table;
      table.rows = table.rows.chosen((i) => asked.has(labels[i].key));
      table.labels = labels.filter((v) => asked.has(v.key));
    }
    if (claim.blocks && claim.alternative === "inseparable" && table.rows.n > ask.n) {
      // The claim is about these rows, and more of them make none separable.
      table.rows.cut(ask.n);
      table.labels = table.labels.slice(0, ask.n);
    }
    check("sizes are the certificate's", table.rows.n === ask.n && table.m === ask.m);
    const name = (text) => !/^[0-9]*$/.test(text); // a number is no name
    const both = table.names.map((here, j) => [here, ask.names[j]]).filter(([a, b]) => b !== undefined && name(a) && name(b));
    check("columns are the certificate's", both.every(([here, there]) => here === there));
    const y = signsOf(table.labels, ask, claim.source);
    if (ask.width === 32) table.rows.values = table.rows.values.map(Math.fround);
    checkHashes(claim, `gordan points ${ask.n} ${ask.m}`, table.rows, y.map((s) => s > 0), ask.digest);
    const points = { x: new ExactRows(table.rows, ask.numbers, ask.width), y, ...ask };
    if (ask.normalise) {
      const { starts } = table.rows;
      const zeros = y.some((_, i) => starts[i] === starts[i + 1]);
      need(!zeros, "data: a row of zeros has no direction, and cannot have length 1");
    }
    judgeCoordinates(claim, points);
    const ends = claim.lower === null || claim.upper === null || claim.lower <= claim.upper;
    check("lower bound is not above the upper", ends);
    check("undecided, so no lower bound is positive", claim.alternative !== "undecided" || claim.lower === null || claim.lower <= 0);
    const others = read.rows.n - table.rows.n;
    const kept = others && options.pair ? `; ${others} rows of other classes were left out` : "";
    return `${claim.alternative}, ${ask.n} points in ${ask.m} dimensions${kept}`;
  }

  // The hashes of all rows, of every 65,536 of them, and of the files that they come from.
  function checkHashes(claim, words, rows, marks, whole) {
    const blocks = [];
    const digest = digestOf(words, rows, marks, blocks);
    (claim.blocks || []).forEach((there, k) => {
      const last = Math.min(65536 * (k + 1), rows.n) - 1;
      check(`rows ${65536 * k} to ${last} are the certificate's`, blocks[k] === there);
    });
    const files = claim.files || [];
    // Of a system the equalities are numbered after the inequalities of all files.
    let at = files.length ? files[0].rows.map((_, part) => files.reduce((t, f) => t + sum0(f.rows.slice(0, part)), 0)) : [];
    for (const file of files) {
      const own = [];
      file.rows.forEach((size, k) => own.push(...Array.from({ length: size }, (_, i) => at[k] + i)));
      at = at.map((start, k) => start + file.rows[k]);
      check(`rows of ${file.name} are the certificate's`, fileHash(rows, marks, own) === file.hash);
    }
    check("data are the certificate's", digest === whole);
  }

  const sum0 = (values) => values.reduce((total, v) => total + v, 0);

  function judgeCoordinates(claim, points) {
    const { proof } = claim;
    const known = new Map();
    const products = (direction) => {
      if (!known.has(direction)) {
        const whole = typeof direction[0] === "bigint";
        const w = whole ? { integers: direction, e: 0, unit: Q(1n) } : onOneScale(direction);
        spend("the products of the rows", points.x.parts.length + points.n, points.x.bits + longest(w.integers));
        known.set(direction, { w, z: points.y.map((_, i) => points.x.dot(i, w.integers)) });
      }
      return known.get(direction);
    };
    const centred = (plane) => plane.centre.some((v) => v !== 0);
    if (claim.alternative === "separable") {
      check("direction is not zero", proof.direction.some((v) => v != 0));
      const { w, z } = products(proof.direction);
      const shift = minus(proof.offset, sum(proof.centre.map((c, k) => times(rational(proof.direction[k]), rational(c)))));
      // z·unit + shift > 0, times the denominators of both
      const unit = times(points.x.unit, w.unit);
      const [factor, constant] = [unit.n * shift.d, shift.n * unit.d];
      const side = (v, s) => (s > 0 ? v * factor + constant > 0n : v * factor + constant < 0n);
      check("every point on its side", z.every((v, i) => side(v, points.y[i])));
      check("no offset", points.intercept || (proof.offset.n === 0n && !centred(proof)));
    } else if (claim.alternative === "inseparable") {
      check("exact, so the proof is in integers", claim.arithmetic === "rounded" || proof.kind === "cancellation");
      if (proof.kind === "cancellation") checkCancellation(proof, points);
      else checkEnclosure(proof, points);
      if (claim.ball) checkBall(points, claim.ball, claim.upper);
      else check("upper bound of the margin", claim.upper === null || claim.upper >= 0);
    }
    if (claim.lower !== null) {
      const plane = claim.alternative === "separable" ? proof : claim.hyperplane;
      check("no offset", points.intercept || !centred(plane));
      check("direction is not zero", plane.direction.some((v) => v != 0));
      checkLower(points, products(plane.direction), claim.lower);
    }
    if (claim.weights) checkUpper(points, claim.weights, claim.upper);
  }

  const signed = (points, rows, weights) => rows.map((i, k) => (points.y[i] > 0 ? weights[k] : -weights[k]));

  function checkCancellation(proof, points) {
    const weights = signed(points, proof.rows, proof.integers);
    const sums = points.x.combine(proof.rows, weights);
    check("weighted rows cancel", [...sums.values()].every((v) => v === 0n));
    if (points.intercept) check("weighted labels cancel", weights.reduce((a, b) => a + b, 0n) === 0n);
  }

  function checkEnclosure(proof, points) {
    check("enclosed weights are positive", proof.centre.every((c, k) => proof.radius[k] > 0 && proof.radius[k] < c));
    const { starts, columns } = points.x.rows;
    const places = new Map();
    for (const i of proof.rows) for (let k = starts[i]; k < starts[i + 1]; k++) places.set(columns[k], 0);
    [...places.keys()].forEach((column, at) => places.set(column, at));
    const size = proof.rows.length;
    check("system is square", places.size + (points.intercept ? 1 : 0) + 1 === size);
    const M = Array.from({ length: size }, () => new Array(size + 1).fill(0n));
    proof.rows.forEach((i, j) => {
      const sign = BigInt(points.y[i]);
      for (let k = starts[i]; k < starts[i + 1]; k++) M[places.get(columns[k])][j] = sign * points.x.parts[k];
      if (points.intercept) M[places.size][j] = sign;
      M[size - 1][j] = 1n;
    });
    M[size - 1][size] = 1n;
    const v = solve(M);
    check("system has one solution", v !== null);
    const inside = (value, k) => {
      const away = minus(value, rational(proof.centre[k]));
      return compare(Q(abs(away.n), away.d), rational(proof.radius[k])) <= 0;
    };
    check("weights are enclosed", v.every(inside));
  }

  // The solution of k equations in k unknowns by elimination without fractions, or null.
  function solve(M) {
    const k = M.length;
    spend("the system of an enclosure", k ** 3, k * longest(M.flat()));
    let before = 1n;
    for (let c = 0; c < k; c++) {
      const place = M.findIndex((row, i) => i >= c && row[c]);
      if (place < 0) return null;
      [M[c], M[place]] = [M[place], M[c]];
      const top = M[c];
      for (let i = 0; i < k; i++) {
        if (i === c) continue;
        const f = M[i][c];
        M[i] = M[i].map((v, j) => (top[c] * v - f * top[j]) / before);
      }
      before = top[c];
    }
    return M.map((row) => over(Q(row[k]), Q(before)));
  }

  function checkLower(points, { w, z }, lower) {
    const squares = w.integers.reduce((total, v) => total + v * v, 0n);
    // In units of base^E·2^e of the products; ‖w‖² in units of 4^e.
    const bound = times(signedSquare(rational(lower)), Q(squares));
    const unit = points.x.unit;
    if (points.normalise) {
      // both sides hold (base^E)²
      const holds = z.every((v, i) => {
        const t = BigInt(points.y[i]) * v;
        return t * abs(t) * bound.d >= bound.n * points.x.square(i);
      });
      return check("margin at least", holds);
    }
    const least = (side) => z.reduce((low, v, i) => {
      const t = BigInt(points.y[i]) * v;
      return (side === null || points.y[i] === side) && (low === null || t < low) ? t : low;
    }, null);
    const total = points.intercept ? least(1) + least(-1) : least(null);
    const four = points.intercept ? 4n : 1n;
    check("margin at least", compare(signedSquare(times(Q(total), unit)), times(Q(four), bound)) >= 0);
  }

  function checkUpper(points, weights, upper) {
    check("weights are not negative", weights.values.every((v) => v >= 0));
    const { integers } = onOneScale(weights.values);
    const mass = (side) => weights.rows.reduce((t, i, k) => (side === null || points.y[i] === side ? t + integers[k] : t), 0n);
    const hi = rational(upper);
    const square = (sums) => Q([...sums.values()].reduce((t, v) => t + v * v, 0n));
    const unit = times(points.x.unit, points.x.unit);
    if (points.intercept) {
      const [plus, less] = [mass(1), mass(-1)];
      check("weights are on both classes", plus > 0n && less > 0n);
      const scaled = weights.rows.map((i, k) => integers[k] * (points.y[i] > 0 ? less : -plus));
      const image = times(square(points.x.combine(weights.rows, scaled)), unit);
      const bound = times(Q(4n), times(times(hi, hi), Q(plus * plus * less * less)));
      return check("margin at most", upper >= 0 && compare(image, bound) <= 0);
    }
    const total = mass(null);
    check("weights are not all zero", total > 0n);
    const image = square(points.x.combine(weights.rows, signed(points, weights.rows, integers)));
    if (!points.normalise) {
      const bound = times(times(hi, hi), Q(total * total));
      return check("margin at most", upper >= 0 && compare(times(image, unit), bound) <= 0);
    }
    // Σ v_j‖x_j‖ in units of base^E, as the image is; a sum of roots between two fractions, as narrowly as it takes.
    const squares = weights.rows.map((i) => points.x.square(i));
    const longEnough = () => {
      const first = squares[0];
      const shares = squares.map((v) => [floorRoot(v * first), v * first]);
      if (shares.every(([root, v]) => root * root === v)) {
        // √N_j = root_j/√first, so the square of the sum is (Σ v_j root_j)²/first
        const all = shares.reduce((t, [root], k) => t + integers[k] * root, 0n);
        return compare(image, times(times(hi, hi), Q(all * all, first))) <= 0;
      }
      for (const bits of BITS) {
        spend("the lengths of the rows", squares.length, 2 * bits + 2 * longest(squares));
        let low = ZERO;
        let high = ZERO;
        squares.forEach((v, k) => {
          const [below, above] = rootBetween(Q(v), bits);
          low = add(low, times(Q(integers[k]), below));
          high = add(high, times(Q(integers[k]), above));
        });
        if (compare(image, times(times(hi, hi), times(low, low))) <= 0) return true;
        if (compare(image, times(times(hi, hi), times(high, high))) > 0) return false;
      }
      throw new Refused("8,192 bits decide");
    };
    check("margin at most", upper >= 0 && longEnough());
  }

  // ------------------------------------------------------------------------------------------------------------------
  // A ball inside the hull: pairs of points of the hull, nearly opposite, whose differences nearly span a cross.

  // The greatest double whose square is at most q, or the least whose square is at least q.
  function doubleRoot(q, up) {
    if (q.n === 0n) return ZERO;
    let bits = 96 + Math.max(0, bitLength(q.d) - bitLength(q.n));
    const [low, high] = rootBetween(reduced(q), bits);
    const right = (v) => compare(times(v, v), q) * (up ? -1 : 1) <= 0;
    let near = nearestDouble(up ? high : low);
    while (!right(rational(near))) near = nextDouble(near, up ? 1 : -1);
    for (;;) {
      const next = nextDouble(near, up ? -1 : 1);
      if (!Number.isFinite(next) || next < 0 || !right(rational(next))) return rational(near);
      near = next;
    }
  }

  function nextDouble(value, way) {
    view.setFloat64(0, value);
    view.setBigInt64(0, view.getBigInt64(0) + BigInt(way)); // of a double that is not negative
    return view.getFloat64(0);
  }

  function hullPoint(points, end) {
    const weightsOf = (side) => end.rows.map((i, k) => (side === null || points.y[i] === side ? end.integers[k] : 0n));
    const total = new Array(points.m).fill(ZERO);
    for (const side of points.intercept ? [1, -1] : [null]) {
      const own = weightsOf(side);
      const length = (i) => doubleRoot(times(Q(points.x.square(i)), times(points.x.unit, points.x.unit)), true);
      let mass = Q(own.reduce((a, b) => a + b, 0n));
      if (points.normalise) mass = sum(end.rows.map((i, k) => times(Q(own[k]), length(i))));
      check("weights on both classes", mass.n > 0n);
      const share = over(points.x.unit, points.intercept ? times(Q(2n), mass) : mass);
      for (const [k, v] of points.x.combine(end.rows, signed(points, end.rows, own))) {
        total[k] = reduced(add(total[k], times(Q(v), share)));
      }
    }
    return total;
  }

  const dotQ = (u, v) => sum(u.map((a, k) => times(a, v[k])));

  function checkBall(points, ball, upper) {
    const m = ball.pairs.length;
    spend("a ball inside the hull", m ** 3, 1024);
    const half = Q(1n, 2n);
    const axes = [];
    const lost = [];
    for (const pair of ball.pairs) {
      let [p, q] = pair.map((end) => hullPoint(points, end));
      const [ofP, ofQ] = [dotQ(p, p), dotQ(q, q)];
      if (ofP.n && ofQ.n) {
        const shorter = compare(ofP, ofQ) < 0;
        const f = doubleRoot(shorter ? over(ofP, ofQ) : over(ofQ, ofP), false);
        if (shorter) q = q.map((v) => reduced(times(f, v)));
        else p = p.map((v) => reduced(times(f, v)));
      }
      const apart = p.map((v, k) => reduced(times(minus(v, q[k]), half)));
      const d = apart.map((v) => rational(nearestDouble(v)));
      axes.push(d);
      const middle = p.map((v, k) => reduced(times(add(v, q[k]), half)));
      const rest = apart.map((v, k) => reduced(minus(v, d[k])));
      lost.push([dotQ(middle, middle), dotQ(rest, rest)]);
    }
    const products = axes.map((d) => axes.map((e) => dotQ(d, e)));
    check("margin at most", products.every((row, j) => row[j].n > 0n));
    const inverse = sum(products.map((row, j) => over(Q(1n), row[j])));
    let depth = rational(ball.radius);
    if (upper !== null && compare(rational(-upper), depth) > 0) depth = rational(-upper);
    const deepEnough = () => {
      for (const bits of BITS) {
        const ends = lost.map(([c, e]) => {
          const [a, b] = [rootBetween(c, bits), rootBetween(e, bits)];
          return [add(a[0], b[0]), add(a[1], b[1])];
        });
        const share = (which) => {
          const away = ends.map((pair) => pair[which]).reduce((u, v) => (compare(u, v) < 0 ? v : u));
          const t = reduced(add(away, depth));
          return reduced(times(times(t, t), inverse));
        };
        const high = share(1);
        if (rowsAreSmall(products, high) || semidefinite(products, high)) return true;
        if (!semidefinite(products, share(0))) return false;
      }
      throw new Refused("8,192 bits decide");
    };
    check("margin at most", deepEnough());
  }

  // Gershgorin: Σ |d_i·d_j|/(‖d_i‖‖d_j‖) over j ≠ i is at most 1 − λ for every i, the quotients rounded up.
  function rowsAreSmall(products, share) {
    const room = minus(Q(1n), share);
    const quotient = (i, j) => {
      const { n, d } = products[i][j];
      if (!n) return ZERO;
      const square = over(Q(n * n, d * d), times(products[i][i], products[j][j]));
      const k = 1n << 128n;
      return Q(floorRoot((square.n * k * k) / square.d) + 1n, k);
    };
    return products.every((row, i) => {
      const total = row.reduce((t, _, j) => (j === i ? t : add(t, quotient(i, j))), ZERO);
      return compare(total, room) <= 0;
    });
  }

  // Whether the products less `share` of the diagonal have no negative eigenvalue: elimination without fractions.
  function semidefinite(products, share) {
    const m = products.length;
    const matrix = products.map((row, i) => row.map((v, j) => (i === j ? times(v, minus(Q(1n), share)) : v)));
    let common = 1n;
    for (const v of matrix.flat()) {
      const { d } = reduced(v);
      common = (common / gcd(common, d)) * d;
    }
    let M = matrix.map((row) => row.map((v) => (v.n * common) / v.d));
    spend("the eigenvalues of a ball", m ** 3 / 3, m * longest(M.flat()));
    let before = 1n;
    let left = M.map((_, i) => i);
    while (left.length) {
      if (left.some((i) => M[i][i] < 0n)) return false;
      const pivot = left.find((i) => M[i][i] > 0n);
      if (pivot === undefined) return left.every((i) => left.every((j) => M[i][j] === 0n));
      left = left.filter((i) => i !== pivot);
      const top = M[pivot];
      for (const i of left) {
        const f = M[i][pivot];
        const row = M[i];
        M[i] = row.map((v, j) => (left.includes(j) ? (top[pivot] * v - f * top[j]) / before : v));
      }
      before = top[pivot];
    }
    return true;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // The claim of the kind "split", and the model that describes its rows: a closed list of operations on doubles.

  const FAMILIES = ["binomial", "poisson", "negative-binomial", "log-binomial", "multinomial", "ordinal", "conditional"];
  const [COLUMNS, PER_TERM, DEPTH, PARTS, LEVELS, DEGREE, CARRIED] = [20000, 16, 100, 1000, 100000, 16, 4000000];

  function readSplit(top, version) {
    const problem = top.inside("problem");
    problem.text("kind", "split");
    const claim = { inequalities: problem.count("inequalities", 0), equalities: problem.count("equalities", 0) };
    claim.columns = problem.count("columns");
    claim.numbers = problem.text("numbers", "binary", "decimal");
    claim.names = problem.texts("names");
    claim.digest = problem.hash("digest");
    problem.need("names", claim.names.length <= claim.columns, "a list of at most one name for each column");
    problem.end();
    claim.model = readModel(top.insideOrNull("model"), version);
    claim.alternative = top.text("alternative", "complete", "quasi", "overlap");
    const proof = top.inside("proof");
    let [total, edge] = [claim.inequalities + claim.equalities, claim.inequalities];
    claim.core = null;
    if (proof.text("kind", ...(version < 6 ? ["halves"] : ["halves", "core"])) === "core") {
      claim.core = proof.rising("core", total);
      claim.count = proof.count("strict", 0);
      proof.need("strict", claim.count <= edge, `at most ${edge}`);
      [total, edge] = [claim.core.length, claim.core.filter((i) => i < claim.inequalities).length];
    }
    claim.strict = proof.rising("rows", edge, { empty: true });
    if (!claim.core) claim.count = claim.strict.length;
    claim.direction = proof.spelt("direction", integerOf, claim.columns);
    claim.weights = proof.spelt("weights", integerOf, total - claim.strict.length);
    claim.flat = readDependence(proof.inside("flat"), claim.columns, total);
    claim.table = readDependence(proof.inside("table"), claim.columns, total);
    proof.end();
    claim.blocks = version > 5 ? readBlocks(top, claim.inequalities + claim.equalities) : null;
    claim.files = version > 5 ? readFiles(top, claim.inequalities, claim.equalities) : null;
    return claim;
  }

  function readDependence(fields, columns, rows) {
    const claim = { pivots: fields.rising("pivots", columns, { empty: true }) };
    claim.witness = fields.rising("witness", rows, { empty: true });
    claim.relations = fields.several("relations").map((each) => {
      const places = each.rising("columns", columns);
      const integers = each.spelt("integers", integerOf, places.length);
      each.end();
      return { columns: places, integers };
    });
    fields.end();
    return claim;
  }

  function readModel(fields, version) {
    if (fields === null) return null;
    const model = { version, family: fields.text("family", ...FAMILIES), formula: fields.textOrNull("formula"), design: null };
    for (const name of ["weights", "offset", "strata"]) model[name] = fields.textOrNull(name);
    const file = fields.textOrNull("file");
    fields.need("file", file === null || bareName(file), "a file's name without its folder");
    const given = [model.weights, model.offset, model.strata, file].some((v) => v !== null);
    if (version === 1) fields.need("formula", model.formula !== null || !given, "text, beside what it speaks of");
    else {
      const inside = fields.insideOrNull("design");
      fields.need("design", inside !== null || !(given || model.formula), "given beside what it speaks of");
      if (inside) model.design = readDesign(inside);
    }
    fields.end();
    return model;
  }

  function readDesign(fields) {
    const room = { left: CARRIED };
    const design = { used: fields.texts("used"), response: readResponse(fields.inside("response"), room) };
    const factors = fields.several("factors");
    fields.need("factors", factors.length <= COLUMNS, `at most ${COLUMNS}`);
    design.factors = factors.map((each) => readFactor(each, room));
    design.terms = fields.list("terms");
    fields.need("terms", design.terms.length > 0 && design.terms.length <= COLUMNS, `from 1 to ${COLUMNS} terms`);
    let total = 0;
    for (const term of design.terms) {
      const sound = Array.isArray(term) && term.length <= PER_TERM && new Set(term).size === term.length;
      fields.need("terms", sound && term.every((f) => isWhole(f) && f >= 0 && f < factors.length), "lists of different factors");
      total += term.reduce((product, f) => product * design.factors[f].names.length, 1);
    }
    fields.need("terms", total <= COLUMNS, `a design of at most ${COLUMNS} columns`);
    fields.end();
    return design;
  }

  function carriedValues(fields, name, values, room) {
    room.left -= Array.isArray(values) ? values.length : 1;
    fields.need(name, Array.isArray(values) && room.left >= 0, `lists of at most ${CARRIED} values in all`);
    return values.map((v) => (v === null ? NaN : fields.read(name, hexDouble, v)));
  }

  function readFactor(fields, room) {
    const kind = fields.text("kind", "number", "levels", "polynomial", "spline", "carried");
    const factor = { kind, names: fields.texts("names") };
    const k = factor.names.length;
    fields.need("names", k > 0 && k <= (kind === "number" ? 1 : LEVELS), "a name for each column");
    if (kind === "carried") factor.values = fields.list("values", k).map((each) => carriedValues(fields, "values", each, room));
    else factor.value = readExpression(fields, "value", fields.take("value", Array.isArray, "an expression"), { left: PARTS }, 1);
    if (kind === "levels") readCoding(fields, factor, k);
    else if (kind === "polynomial") {
      fields.need("names", k <= DEGREE, `at most ${DEGREE} names`);
      factor.alpha = fields.spelt("alpha", hexDouble, k);
      factor.norms = fields.spelt("norms", hexDouble, k + 1);
      fields.need("norms", factor.norms.every((v) => v > 0), "numbers above 0");
    } else if (kind === "spline") {
      factor.knots = fields.spelt("knots", hexDouble);
      factor.degree = fields.count("degree", 0);
      const { knots, degree } = factor;
      const enough = degree <= DEGREE && 2 * degree + 2 <= knots.length && knots.length <= LEVELS;
      fields.need("knots", enough && knots.every((v, i) => !i || knots[i - 1] <= v), "enough knots in their order");
      factor.functions = fields.rising("functions", knots.length - degree - 1, { length: k });
    }
    fields.end();
    return factor;
  }

  function readCoding(fields, factor, k) {
    factor.levels = readLevels(fields.inside("levels")).values;
    const given = (name) => fields.members.has(name) && fields.members.get(name) !== null;
    fields.need("coding", given("coding") !== given("indicators"), "one of two, with indicators");
    if (given("indicators")) {
      fields.nothing("coding");
      factor.coding = null;
      factor.indicators = fields.rising("indicators", factor.levels.length, { length: k });
      return;
    }
    fields.nothing("indicators");
    const lists = fields.list("coding", k);
    const sound = lists.every((each) => Array.isArray(each) && each.length === factor.levels.length);
    fields.need("coding", sound, "a double for each level, in a list for each column");
    factor.coding = lists.map((each) => each.map((v) => fields.read("coding", hexDouble, v)));
  }

  // Texts or numbers; truths stand for 0 and 1, and keep their names.
  function readLevels(fields) {
    const kind = ["text", "truth", "number"].find((each) => (fields.members.get(each) ?? null) !== null) || "number";
    let values = fields.list(kind);
    fields.need(kind, values.length > 0 && values.length <= LEVELS, `from 1 to ${LEVELS} levels`);
    let names;
    if (kind === "number") {
      values = values.map((v) => fields.read(kind, hexDouble, v));
      names = values.map(numberName);
    } else {
      const type = kind === "text" ? "string" : "boolean";
      fields.need(kind, values.every((v) => typeof v === type), "levels of one type");
      names = values.map((v) => (kind === "text" ? v : v ? "True" : "False"));
      if (kind === "truth") values = values.map(Number);
    }
    fields.need(kind, new Set(values).size === values.length, "a list of different levels");
    fields.end();
    return { values, names };
  }

  // A number as the format names classes: whole ones without .0, others by their shortest decimal as Python spells it.
  function numberName(value) {
    if (Number.isInteger(value)) return BigInt(value).toString();
    const { n, e } = decimal(Math.abs(value));
    const digits = n.toString().replace(/0+$/, "");
    const first = n.toString().length + e - 1; // exponent of the first digit
    const sign = value < 0 ? "-" : "";
    if (first >= -4) {
      const text = digits.padStart(digits.length + Math.max(0, -first), "0");
      const point = Math.max(first, 0) + 1;
      return `${sign}${text.slice(0, point)}.${text.slice(point)}`;
    }
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${rest}e-${String(-first).padStart(2, "0")}`;
  }

  function readResponse(fields, room) {
    const response = { kind: fields.text("kind", "classes", "proportion", "counts"), names: fields.texts("names") };
    const values = fields.list("values", response.names.length);
    fields.need("names", values.length && (values.length === 1 || response.kind === "counts"), "one, or more of counts");
    response.values = values.map((value) => {
      if (!(value instanceof Map)) return readExpression(fields, "values", value, { left: PARTS }, 1);
      const inside = new Fields(value, "response.values.");
      const carried = carriedValues(inside, "carried", inside.take("carried", Array.isArray, "a list"), room);
      inside.end();
      return { carried };
    });
    if (response.kind === "classes") response.levels = readLevels(fields.inside("levels"));
    else fields.nothing("levels");
    fields.end();
    return response;
  }

  const ONE = ["minus", "abs", "sqrt", "floor", "ceil", "sign"];
  const COMPARISONS = {
    "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
    "==": (a, b) => a === b, "!=": (a, b) => a !== b,
  };
  const TWO = ["+", "-", "*", "/", "power", "and", "or", ...Object.keys(COMPARISONS)];

  function readExpression(fields, name, value, room, depth) {
    room.left--;
    const sound = depth <= DEPTH && room.left >= 0 && Array.isArray(value) && isText(value[0]);
    fields.need(name, sound, `an expression of at most ${PARTS} parts, nested at most ${DEPTH} deep`);
    const [word, ...rest] = value;
    if (["column", "text", "number"].includes(word)) {
      fields.need(name, rest.length === 1 && isText(rest[0]), `an expression: ${word} has one text`);
      return [word, word === "number" ? fields.read(name, hexDouble, rest[0]) : rest[0]];
    }
    const count = ONE.includes(word) ? 1 : TWO.includes(word) ? 2 : -1;
    fields.need(name, rest.length === count, "an expression of the closed list");
    const parts = rest.map((each) => readExpression(fields, name, each, room, depth + 1));
    if (word === "power") {
      const [kind, k] = parts[1];
      fields.need(name, kind === "number" && Number.isInteger(k) && Math.abs(k) <= 16, "a power that is whole, from -16 to 16");
    }
    return [word, ...parts];
  }

  function evaluate([word, ...rest], row) {
    if (word === "column") return row.get(rest[0]);
    if (word === "text" || word === "number") return rest[0];
    const [a, b] = rest.map((each) => evaluate(each, row));
    const texts = isText(a) + isText(b);
    need(!texts || (texts === 2 && (word === "==" || word === "!=")), `data: ${word} is no operation on texts`);
    if (word in COMPARISONS) return Number(COMPARISONS[word](a, b));
    switch (word) {
      case "and": return Number(a !== 0 && b !== 0);
      case "or": return Number(a !== 0 || b !== 0);
      case "+": return a + b;
      case "-": return a - b;
      case "*": return a * b;
      case "/": return a / b;
      case "minus": return -a;
      case "power": return exactPower(a, b);
      default: return Math[word](a);
    }
  }

  function exactPower(a, k) {
    if (k === 0) return 1;
    if (!Number.isFinite(a) || a === 0) return a ** k;
    const { n, d } = rational(a);
    const base = k > 0 ? Q(n, d) : over(Q(1n), Q(n, d));
    const e = BigInt(Math.abs(k));
    return nearestDouble(Q(base.n ** e, base.d ** e));
  }

  function factorColumns(factor, row, place) {
    if (factor.kind === "carried") {
      const enough = factor.values.every((each) => place < each.length);
      need(enough, "data: more rows than the certificate carries values for");
      return factor.values.map((each) => each[place]);
    }
    const x = evaluate(factor.value, row);
    if (factor.kind === "levels") {
      if (Number.isNaN(x)) return factor.names.map(() => NaN);
      const level = factor.levels.indexOf(x === 0 ? 0 : x);
      need(level >= 0, `data: ${JSON.stringify(String(x).slice(0, 40))} is no level of the model`);
      return factor.coding ? factor.coding.map((each) => each[level]) : factor.indicators.map((k) => Number(k === level));
    }
    need(!isText(x), "data: text stands where a number was expected");
    if (factor.kind === "number") return [x];
    return factor.kind === "polynomial" ? polynomials(factor.alpha, factor.norms, x) : splines(factor, x);
  }

  function polynomials(alpha, norms, x) {
    let [before, last] = [0, 1];
    return alpha.map((a, at) => {
      let next = (x - a) * last;
      if (at > 0) next = next - (norms[at] / norms[at - 1]) * before;
      [before, last] = [last, next];
      return next / Math.sqrt(norms[at + 1]);
    });
  }

  function splines({ knots: t, degree: d, functions, names }, x) {
    if (Number.isNaN(x)) return names.map(() => NaN);
    const end = t.length - d - 1;
    need(t[d] <= x && x <= t[end], "data: a number lies outside of the range of a spline");
    const share = (i, j) => (t[i + j] !== t[i] ? (x - t[i]) / (t[i + j] - t[i]) : 0);
    let at = t.slice(0, -1).map((v, i) => Number(v <= x && (i + 1 === end ? x <= t[i + 1] : x < t[i + 1])));
    for (let j = 1; j <= d; j++) {
      at = at.slice(0, -1).map((v, i) => share(i, j) * v + (1 - share(i + 1, j)) * at[i + 1]);
    }
    return functions.map((i) => at[i]);
  }

  // All choices of one member of each list, the first list's running fastest.
  function choices(lists) {
    let chosen = [[]];
    for (const list of [...lists].reverse()) chosen = chosen.flatMap((rest) => list.map((v) => [v, ...rest]));
    return chosen;
  }

  function termColumns(term, columns) {
    const several = term.map((f) => columns[f].length > 1);
    const product = (values) => (values.length ? values.reduce((a, b) => a * b) : null);
    return choices(term.map((f) => columns[f])).map((each) => {
      const many = product(each.filter((_, k) => several[k]));
      const single = product(each.filter((_, k) => !several[k]));
      return many === null ? (single === null ? 1 : single) : single === null ? many : many * single;
    });
  }

  const MISSING = new Set(["", "na", "nan", "+nan", "-nan", ".", "?"]);
  const MISSING_NUMBER = new Set(["n/a", "null", "none"]);

  function readFrame(bytes) {
    const { mark, rows } = records(bytes);
    const names = rows[0].map((cell, j) => cell.trim() || String(j + 1));
    need(new Set(names).size === names.length, "data: a column name is there twice");
    need(rows.every((cells) => cells.length === names.length), "data: lines have different numbers of cells");
    const columns = new Map();
    names.forEach((name, j) => {
      const cells = rows.slice(1).map((row) => row[j].trim());
      const gone = (cell) => MISSING.has(cell.toLowerCase());
      const goneNumber = (cell) => gone(cell) || MISSING_NUMBER.has(cell.toLowerCase());
      const values = cells.map((cell) => (goneNumber(cell) ? null : numberOrNull(cell, mark === ";")));
      const numbers = cells.every((cell, i) => values[i] !== null || goneNumber(cell));
      columns.set(name, numbers ? values : cells.map((cell) => (gone(cell) ? null : cell)));
    });
    return { columns, n: rows.length - 1 };
  }

  // Which rows count: of each the columns of the design, what was observed, and its stratum.
  function observations(model, bytes) {
    const { columns, n } = readFrame(bytes);
    const { design } = model;
    const used = [...design.used, ...[model.weights, model.offset, model.strata].filter((v) => v !== null)];
    need(used.every((name) => columns.has(name)), "data: a column of the model is not there");
    const perRow = design.terms.reduce((total, term) => total + term.reduce((p, f) => p * design.factors[f].names.length, 1), 0);
    spend("the design", n * (perRow + design.factors.length + 1), 640);
    const kept = [];
    let place = 0;
    for (let i = 0; i < n; i++) {
      const row = new Map(used.map((name) => [name, columns.get(name)[i]]));
      if ([...row.values()].includes(null)) continue;
      const made = design.factors.map((factor) => factorColumns(factor, row, place));
      const x = design.terms.flatMap((term) => termColumns(term, made));
      const y = design.response.values.map((each) => (each.carried ? each.carried[place] : evaluate(each, row)));
      place++;
      need(!y.includes(undefined), "data: more rows than the certificate carries values for");
      if ([...x, ...y].some(Number.isNaN)) continue;
      need(x.every(Number.isFinite), "data: a number of the design is infinite");
      const weight = model.weights === null ? 1 : row.get(model.weights);
      need(!isText(weight) && weight >= 0, "data: a weight is no number from 0");
      if (weight) kept.push({ x, y, stratum: model.strata === null ? null : row.get(model.strata) });
    }
    const carried = [...design.factors.flatMap((f) => f.values || []), ...design.response.values.flatMap((v) => (v.carried ? [v.carried] : []))];
    need(carried.every((values) => values.length === place), "data: not as many rows as carried values");
    need(kept.length, "data: no row is left");
    return kept;
  }

  // The classes that occur, by name, and for every row which of them were seen.
  function seenClasses(response, family, kept) {
    let names;
    let marks;
    if (response.kind === "classes") {
      names = response.levels.names;
      marks = kept.map(({ y }) => response.levels.values.map((level) => y[0] === level));
      need(marks.every((row) => row.includes(true)), "data: a row has none of the classes of the model");
    } else if (response.kind === "proportion") {
      need(kept.every(({ y }) => y[0] >= 0 && y[0] <= 1), "data: a proportion is not from 0 to 1");
      return { classes: ["failures", "successes"], seen: kept.map(({ y }) => [y[0] < 1, y[0] > 0]) };
    } else {
      need(kept.every(({ y }) => y.every((v) => !isText(v) && v >= 0)), "data: a count is no number from 0");
      names = response.names;
      marks = kept.map(({ y }) => y.map((v) => v > 0));
      if (family !== "multinomial" && names.length === 2) {
        return { classes: [names[1], names[0]], seen: marks.map(([s, f]) => [f, s]) }; // failures first, as with classes
      }
    }
    const occurs = names.map((_, k) => marks.some((row) => row[k]));
    const only = (list) => list.filter((_, k) => occurs[k]);
    return { classes: only(names), seen: marks.map(only) };
  }

  const placed = (row, factor, start = 0) => row.map((v, j) => [start + j, factor * v]);

  // The inequalities, the equalities and the names of the coefficients.
  function modelRows(claim, bytes) {
    const { model } = claim;
    const { family, design } = model;
    const kept = observations(model, bytes);
    let names = design.terms.flatMap((term) => choices(term.map((f) => design.factors[f].names)).map((each) => each.join(":") || "Intercept"));
    let x = kept.map((each) => each.x);
    const rows = (test, factor) => x.filter((_, i) => test(i)).map((row) => placed(row, factor));
    if (family === "poisson" || family === "negative-binomial") {
      need(design.response.kind === "counts" && kept[0].y.length === 1, "certificate: the response is no count");
      const count = (i) => kept[i].y[0];
      need(kept.every((_, i) => !isText(count(i)) && count(i) >= 0), "data: a count is no number from 0");
      return { inequalities: rows((i) => !(count(i) > 0), -1), equalities: rows((i) => count(i) > 0, 1), names };
    }
    const { classes, seen } = seenClasses(design.response, family, kept);
    need(classes.length >= 2, "data: the response has one class only");
    if (family === "multinomial") return multinomialRows(x, seen, classes, names);
    if (family === "ordinal" || family === "conditional") {
      const constant = names.findIndex((_, j) => x[0][j] !== 0 && x.every((row) => row[j] === x[0][j]));
      if (constant >= 0) {
        const without = (list) => list.filter((_, j) => j !== constant);
        [x, names] = [x.map(without), without(names)];
      }
    }
    if (family === "ordinal") return ordinalRows(x, seen.map((marks) => marks.indexOf(true)), classes, names);
    need(classes.length === 2, "data: the response has more than two classes");
    if (family === "conditional") return conditionalRows(claim, x, seen.map((marks) => marks[1]), kept.map((each) => each.stratum), names);
    if (family === "log-binomial") {
      return { inequalities: rows((i) => seen[i][0] && !seen[i][1], -1), equalities: rows((i) => seen[i][1], 1), names };
    }
    const inequalities = x.map((row, i) => placed(row, seen[i][1] ? 1 : -1)).filter((_, i) => seen[i][0] !== seen[i][1]);
    return { inequalities, equalities: rows((i) => seen[i][0] && seen[i][1], 1), names };
  }

  function multinomialRows(x, seen, classes, names) {
    const p = names.length;
    const difference = (row, k, j) =>
      [...(k ? placed(row, 1, (k - 1) * p) : []), ...(j ? placed(row, -1, (j - 1) * p) : [])].sort((a, b) => a[0] - b[0]);
    const inequalities = [];
    const equalities = [];
    classes.forEach((_, k) => classes.forEach((_, j) => x.forEach((row, i) => {
      if (j !== k && seen[i][k] && !seen[i][j]) inequalities.push(difference(row, k, j));
      if (j < k && seen[i][k] && seen[i][j]) equalities.push(difference(row, k, j));
    })));
    return { inequalities, equalities, names: classes.slice(1).flatMap((each) => names.map((name) => `${each}:${name}`)) };
  }

  function ordinalRows(x, category, classes, names) {
    const last = classes.length - 1;
    const upper = x.map((row, i) => [[category[i], 1], ...placed(row, -1, last)]).filter((_, i) => category[i] < last);
    const lower = x.map((row, i) => [[category[i] - 1, -1], ...placed(row, 1, last)]).filter((_, i) => category[i] > 0);
    const thresholds = classes.slice(1).map((name, k) => `${classes[k]}|${name}`);
    return { inequalities: [...upper, ...lower], equalities: [], names: [...thresholds, ...names] };
  }

  function conditionalRows(claim, x, isCase, strata, names) {
    const order = (a, b) => (isText(a) ? byCodePoint(a, b) : a - b);
    const both = (s) => new Set(isCase.filter((_, i) => strata[i] === s)).size === 2;
    const known = [...new Set(strata)].sort(order).filter(both);
    const p = names.length;
    if (claim.columns > p) {
      const place = new Map(known.map((s, k) => [s, p + k]));
      const rows = x.map((row, i) => [...placed(row, isCase[i] ? 1 : -1), [place.get(strata[i]), isCase[i] ? -1 : 1]]);
      return { inequalities: rows.filter((_, i) => place.has(strata[i])), equalities: [], names };
    }
    const meant = (v) => {
      if (claim.numbers === "binary") return rational(v);
      const { n, e } = decimal(v);
      return times(Q(n), power(10n, e));
    };
    const inequalities = [];
    for (const s of known) {
      const members = strata.map((t, i) => (t === s ? i : -1)).filter((i) => i >= 0);
      const cases = members.filter((i) => isCase[i]);
      const controls = members.filter((i) => !isCase[i]);
      spend("the pairs of a stratum", cases.length * controls.length * p, 640);
      for (const i of cases) {
        for (const j of controls) inequalities.push(x[i].map((v, k) => [k, nearestDouble(minus(meant(v), meant(x[j][k])))]));
      }
    }
    return { inequalities, equalities: [], names };
  }

  const CODINGS = [
    (i, j, n) => (i === n - 1 ? -1 : Number(i === j)),
    (i, j) => (i <= j ? -1 : i === j + 1 ? j + 1 : 0),
    (i, j) => (i <= j ? -1 / (j + 2) : i === j + 1 ? (j + 1) / (j + 2) : 0),
    (i, j, n) => (i > j ? -1 : i === j ? n - j - 1 : 0),
    (i, j, n) => (i > j ? -1 / (n - j) : i === j ? (n - j - 1) / (n - j) : 0),
    (i, j, n) => (j + 1) / n - Number(j >= i),
    (i, j, n) => -((j + 1) / n - Number(j >= i)),
  ];

  // Whether the numbers of levels are none of the standard codings: then they are the certificate's own word.
  function invented(coding) {
    if (!coding) return false;
    const n = coding[0].length;
    if (coding.length !== n - 1) return true;
    if (CODINGS.some((entry) => coding.every((each, j) => each.every((v, i) => v === entry(i, j, n))))) return false;
    return n > 112 || !polynomialCoding(n).every((each, j) => each.every((v, i) => v === coding[j][i]));
  }

  function polynomialCoding(n) {
    const x = Array.from({ length: n }, (_, i) => i);
    const alpha = [];
    let last = x.map(() => 1);
    const norms = [turnSum(last)];
    for (let k = 1; k < n; k++) {
      alpha.push(turnSum(x.map((u, i) => u * (last[i] * last[i]))) / norms[k - 1]);
      norms.push(1);
      last = x.map((u) => polynomials(alpha, norms, u)[k - 1]);
      norms[k] = turnSum(last.map((v) => v * v));
    }
    const rows = x.map((u) => polynomials(alpha, norms, u));
    return alpha.map((_, j) => rows.map((row) => row[j]));
  }

  function turnSum(values) {
    const full = values.length - (values.length % 8);
    const inOrder = (list) => list.reduce((a, b) => a + b);
    let total = 0;
    if (full) {
      const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, j) => inOrder(values.slice(0, full).filter((_, k) => k % 8 === j)));
      total = a + b + (c + d) + (e + f + (g + h));
    }
    return inOrder([total, ...values.slice(full)]);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Judging splits.

  async function judgeSplit(claim, data, options) {
    const file = await opened(data, options.name);
    const rows = new Rows();
    let [n, e] = [0, 0];
    const taken = [];
    if (file.kind === "npz") {
      const arrays = await readArchive(file.bytes);
      const parts = ["inequalities", "equalities"].map((name) => arrays.get(name));
      need(parts.every(Boolean), "data: the archive has no arrays inequalities and equalities");
      const names = arrays.has("names") ? arrays.get("names").values : [];
      if (names.length && claim.names.length) {
        check("columns are the certificate's", names.length === claim.names.length && names.every((v, k) => v === claim.names[k]));
      }
      parts.forEach((part) => matrixRows(part, "the system", rows));
      [n, e] = parts.map((part) => part.shape[0]);
      check("sizes are the certificate's", parts.every((part) => part.shape[1] === claim.columns));
    } else {
      const { model } = claim;
      const old = model && model.version === 1 && model.formula !== null;
      need(!old, "the certificate is of version 1 and has a formula, which is not evaluated in this page; write it anew with a later gordan");
      need(model && model.design, "data: give an .npz file with the arrays inequalities and equalities, the rows of the system");
      const made = modelRows(claim, file.bytes);
      const same = made.names.length === claim.names.length && made.names.every((v, k) => v === claim.names[k]);
      check("columns are the certificate's", !claim.names.length || same);
      for (const row of [...made.inequalities, ...made.equalities]) rows.push(row);
      [n, e] = [made.inequalities.length, made.equalities.length];
      check("sizes are the certificate's", made.names.length <= claim.columns && rows.columns.every((j) => j < claim.columns));
      for (const f of model.design.factors) if (f.kind === "carried" || invented(f.coding)) taken.push(...f.names);
      model.design.response.values.forEach((v, k) => v.carried && taken.push(model.design.response.names[k]));
    }
    judgeHalves(claim, rows, n, e);
    let words = `${claim.alternative}, ${claim.count} of ${claim.inequalities} inequalities can be strict`;
    if (taken.length) words += `; columns ${taken.join(", ")} taken from the certificate, not recomputed`;
    const formula = claim.model ? claim.model.formula : null;
    return formula === null ? words : `${words}; that the rows are those of its formula ${JSON.stringify(formula.slice(0, 200))} was not checked`;
  }

  function judgeHalves(claim, rows, n, e) {
    check("sizes are the certificate's", n === claim.inequalities && e === claim.equalities);
    const marks = Array.from({ length: n + e }, (_, i) => i < n);
    checkHashes(claim, `gordan split ${n} ${e} ${claim.columns}`, rows, marks, claim.digest);
    const kind = !claim.count ? "overlap" : claim.count === n && !e ? "complete" : "quasi";
    check("kind is that of the split", claim.alternative === kind);
    const a = new ExactRows(rows, claim.numbers, 64);
    const relations = [...claim.flat.relations, ...claim.table.relations];
    const long = Math.max(longest(claim.direction), longest(claim.weights), ...relations.map((r) => longest(r.integers)));
    spend("the products of the rows", rows.values.length + relations.length * (n + e), a.bits + long);
    // Of a core, its k-th row is row core[k] of the data.
    const numbers = claim.core || marks.map((_, i) => i);
    const strict = new Set(claim.strict);
    const flat = numbers.filter((_, k) => !strict.has(k));
    check("strict rows are positive", claim.strict.every((k) => a.dot(numbers[k], claim.direction) > 0n));
    check("other rows vanish under the direction", flat.every((i) => a.dot(i, claim.direction) === 0n));
    check("weights are positive on all other rows", flat.every((i, k) => i >= n || claim.weights[k] > 0n));
    check("weighted rows cancel", [...a.combine(flat, claim.weights).values()].every((v) => v === 0n));
    const named = (each) => ({ ...each, witness: each.witness.map((k) => numbers[k]) });
    checkDependence(named(claim.flat), a, flat, claim.columns, "the other rows", []);
    checkDependence(named(claim.table), a, numbers, claim.columns, "all rows", claim.flat.pivots);
    if (claim.core) checkByCore(claim, a, n, e);
  }

  // All rows by the few of the core: each is positive under its direction, or lies in the span of its flat rows.
  function checkByCore(claim, a, n, e) {
    const rows = Array.from({ length: n + e }, (_, i) => i);
    let count = 0;
    if (claim.flat.pivots.length < claim.columns) {
      const z = rows.map((i) => a.dot(i, claim.direction));
      check("no row is below zero", rows.every((i) => (i < n ? z[i] >= 0n : z[i] === 0n)));
      const vanish = (relations, some) => relations.every((relation) => {
        const integers = new Array(claim.columns).fill(0n);
        relation.columns.forEach((c, k) => (integers[c] = relation.integers[k]));
        return some.every((i) => a.dot(i, integers) === 0n);
      });
      check("rows at zero depend on flat rows", vanish(claim.flat.relations, rows.filter((i) => z[i] === 0n)));
      check("columns depend on every row", vanish(claim.table.relations, rows));
      count = rows.filter((i) => i < n && z[i] > 0n).length;
    }
    check("strict rows are as many", count === claim.count);
  }

  // Every column is a pivot or depends on pivots; pivots that are independent on some of the rows, `known`, are so on all.
  function checkDependence(claim, a, rows, p, where, known) {
    const pivots = new Set(claim.pivots);
    const last = claim.relations.map((r) => r.columns[r.columns.length - 1]);
    const all = [...claim.pivots, ...last].sort((u, v) => u - v);
    let formed = all.length === p && all.every((c, k) => c === k);
    formed = formed && claim.relations.every((r) => r.integers[r.integers.length - 1] !== 0n && r.columns.slice(0, -1).every((c) => pivots.has(c)));
    const vanishes = (relation) => {
      const integers = new Array(p).fill(0n);
      relation.columns.forEach((c, k) => (integers[c] = relation.integers[k]));
      return rows.every((i) => a.dot(i, integers) === 0n);
    };
    check(`columns that depend on ${where}`, formed && claim.relations.every(vanishes));
    const allowed = new Set(rows);
    check(`rank of ${where}: its rows are some of them`, claim.witness.every((i) => allowed.has(i)));
    const before = new Set(known);
    if (known.length && claim.pivots.every((c) => before.has(c))) return;
    check(`rank of ${where}`, independent(a, claim.witness, claim.pivots));
  }

  const SMALL_PRIMES = [];
  for (let k = 2 ** 26 - 1; SMALL_PRIMES.length < 4; k -= 2) {
    let prime = true;
    for (let f = 3; f * f <= k && prime; f += 2) prime = k % f !== 0;
    if (prime) SMALL_PRIMES.push(k); // products of two residues are exact in a double
  }

  // Whether columns are independent on some rows: of full rank modulo a prime, so of full rank.
  function independent(a, rows, columns) {
    if (rows.length < columns.length) return false;
    spend("a rank", rows.length * columns.length ** 2 / 8, 64);
    const place = new Map(columns.map((c, k) => [c, k]));
    return SMALL_PRIMES.some((prime) => {
      const modulus = BigInt(prime);
      const M = rows.map((i) => {
        const row = new Float64Array(columns.length);
        for (let k = a.rows.starts[i]; k < a.rows.starts[i + 1]; k++) {
          const at = place.get(a.rows.columns[k]);
          if (at !== undefined) row[at] = Number(((a.parts[k] % modulus) + modulus) % modulus);
        }
        return row;
      });
      return fullRank(M, columns.length, prime);
    });
  }

  function fullRank(M, width, prime) {
    for (let c = 0; c < width; c++) {
      const at = M.findIndex((row, i) => i >= c && row[c] !== 0);
      if (at < 0) return false;
      [M[c], M[at]] = [M[at], M[c]];
      const inverse = inverseModulo(M[c][c], prime);
      for (let i = c + 1; i < M.length; i++) {
        if (!M[i][c]) continue;
        const f = (M[i][c] * inverse) % prime;
        for (let j = c; j < width; j++) M[i][j] = (M[i][j] + (prime - f) * M[c][j]) % prime;
      }
    }
    return true;
  }

  function inverseModulo(value, prime) {
    let [result, base] = [1, value];
    for (let e = prime - 2; e; e = Math.floor(e / 2)) {
      if (e % 2) result = (result * base) % prime;
      base = (base * base) % prime;
    }
    return result;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // The front door.

  const KINDS = { points: [readPoints, judgePoints], split: [readSplit, judgeSplit] };

  function readCertificate(bytes) {
    need(bytes.length <= LARGEST_FILE, "certificate: more than 256 MiB");
    const members = readJson(bytes);
    longIntegers.squares = 0;
    need(members.get("format") === "gordan certificate", "certificate: its format is not 'gordan certificate'");
    const version = members.get("version");
    need([1, 2, 3, 4, 5, 6, 7, 8].includes(version), "certificate: of another version than 1 to 8");
    const problem = members.get("problem");
    const kind = problem instanceof Map ? problem.get("kind") : null;
    if (isText(kind) && !Object.hasOwn(KINDS, kind)) return { kind, other: true };
    const top = new Fields(members);
    top.text("format");
    top.count("version");
    top.text("gordan");
    const checksum = top.hash("checksum");
    const [read, judge] = KINDS[isText(kind) ? kind : "points"];
    const claim = read(top, version);
    top.end();
    const others = new Map([...members].filter(([name]) => name !== "checksum"));
    return { kind, claim, judge, unaltered: hex(new Sha256().update(utf8(canonical(others))).digest()) === checksum };
  }

  // The whole check: bytes of the certificate and of the data; options.name is the data file's, options.label its column,
  // and with options.pair only the rows of the certificate's two classes are the data. options.memo is a Map
  // that keeps the table for further certificates about the same file.
  async function verify(certificate, data, options = {}) {
    state.limit = options.limit || 1;
    state.checks = [];
    const settled = (status, words, more = {}) => ({ status, words, checks: [...state.checks], ...more });
    try {
      const { kind, other, claim, judge, unaltered } = readCertificate(certificate);
      if (other) return settled("unusable", `cannot check this kind here: "${kind}"; check it with gordan verify`, { kind });
      if (!data) return settled("read", "", { kind });
      check("checksum", unaltered);
      const more = { name: options.name || "", label: options.label ?? null, pair: Boolean(options.pair), memo: options.memo || new Map() };
      return settled("accepted", await judge(claim, data, more), { kind });
    } catch (error) {
      if (error instanceof Refused) return settled("refused", error.message);
      if (error instanceof Unusable) return settled("unusable", error.message);
      if (error instanceof RangeError) return settled("unusable", "the files are too large for this page (limit)");
      throw error;
    }
  }

  scope.gordanVerifier = { verify };
})(globalThis);

// Under node: the command, or a line of JSON for each request and each answer.
if (typeof process !== "undefined" && process.versions && process.versions.node && typeof document === "undefined") {
  const fs = require("fs");
  const given = process.argv.slice(2);
  const pair = given[0] === "--pair";
  const words = given.slice(pair ? 1 : 0);
  const bytesOf = (path) => new Uint8Array(fs.readFileSync(path));
  const serve = async () => {
    for await (const line of require("readline").createInterface({ input: process.stdin })) {
      const { certificate, data, ...options } = JSON.parse(line);
      const raw = (text) => (text === null ? null : new Uint8Array(Buffer.from(text, "base64")));
      const answer = await globalThis.gordanVerifier.verify(raw(certificate), raw(data), options);
      process.stdout.write(JSON.stringify(answer) + "\n");
    }
  };
  const command = async () => {
    if (words.length < 2) {
      console.error("usage: node verifier.js [--pair] CERTIFICATE.json DATA [LABEL]");
      return 2;
    }
    const options = { name: words[1], label: words[2] ?? null, pair };
    const answer = await globalThis.gordanVerifier.verify(bytesOf(words[0]), bytesOf(words[1]), options);
    // Names are the files' own: what could steer a terminal is spelt out.
    const plain = answer.words.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
    console.log(`${answer.status}: ${plain}`);
    return { accepted: 0, refused: 1 }[answer.status] ?? 2;
  };
  if (words[0] === "--serve") serve();
  else command().then((code) => (process.exitCode = code), (error) => { console.error(error.message); process.exitCode = 2; });
}
