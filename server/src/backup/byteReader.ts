/** Reads a given number of bytes from a stream of chunks. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, from 1 to `most`; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.rest.length === 0) {
      const { done, value } = await this.source.next();
      if (done) return null;
      this.rest = value;
    }
    const chunk = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(chunk.length);
    return chunk;
  }

  /** Exactly `count` bytes; null if fewer are left. */
  async take(count: number): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const chunk = await this.some(left);
      if (chunk === null) return null;
      chunks.push(chunk);
      left -= chunk.length;
    }
    return Buffer.concat(chunks);
  }

  /** All bytes not yet read. */
  async *remaining(): AsyncGenerator<Buffer> {
    for (let chunk = await this.some(Number.MAX_SAFE_INTEGER); chunk !== null; ) {
      yield chunk;
      chunk = await this.some(Number.MAX_SAFE_INTEGER);
    }
  }
}
