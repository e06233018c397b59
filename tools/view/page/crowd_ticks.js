// A run of a crowd as it comes, in pieces of whole ticks.

const PIECES_KEPT = 64;

// The ticks of a run, by their place in it from 0 on.
class CrowdTicks {
  constructor(about) {
    this.about = about;
    this.pieces = new Map(); // by number; a promise until the piece has come
  }

  get last() {
    return this.about.ticks - 1;
  }

  // What is known of a tick, its number first; null if it has not come. What the trace does not tell is null.
  get(place) {
    const number = Math.floor(place / this.about.piece);
    const bytes = this.pieces.get(number);
    if (!(bytes instanceof ArrayBuffer)) return null;
    const { units, led = [], piece, ticks } = this.about;
    const first = number * piece;
    const count = Math.min(piece, ticks - first);
    let at = 0;
    const part = (isThere, Numbers, each) => {
      if (!isThere) return null;
      const numbers = new Numbers(bytes, at + Numbers.BYTES_PER_ELEMENT * each * (place - first), each);
      at += Numbers.BYTES_PER_ELEMENT * each * count;
      return numbers;
    };
    return {
      tick: part(true, Uint32Array, 1)[0],
      tiles: part(true, Int32Array, 2 * units.length), // x and y of each unit
      moves: part(this.about.moves, Int32Array, 4 * units.length), // x and y where it goes, begin and end
      slots: part(this.about.slots, Int32Array, 2 * units.length),
      leaders: part(led.length > 0, Int32Array, 2 * led.length),
      counts: part(this.about.decided, Uint32Array, 2), // decided, waited
      load: part(this.about.load, Uint32Array, 3), // waiting, answered, charged
      headings: part(this.about.headings, Uint8Array, units.length),
      stuck: part(this.about.stuck, Uint8Array, units.length),
      leads: part(led.length > 0, Uint8Array, led.length), // headings of leaders
    };
  }

  // Asks for the piece of a tick, unless it is there or under way; what is settled when it has come.
  async load(place) {
    const number = Math.floor(Math.min(this.last, Math.max(0, place)) / this.about.piece);
    const known = this.pieces.get(number);
    if (known) {
      this.pieces.delete(number); // and put last: the first is the one that was not wanted for the longest time
      this.pieces.set(number, known);
      return known;
    }
    const coming = Promise.resolve(ask("/crowd.bin", { piece: number }));
    this.pieces.set(number, coming);
    while (this.pieces.size > PIECES_KEPT) this.pieces.delete(this.pieces.keys().next().value);
    try {
      const bytes = await coming;
      this.pieces.set(number, bytes);
      return bytes;
    } catch (error) {
      this.pieces.delete(number);
      throw error;
    }
  }
}
