// Loaded before a server: its clock is off by what a file says, in milliseconds, from one moment to the next.
const { readFileSync } = require('node:fs');

const RealDate = Date;
const file = process.env.CLOCK_OFFSET_FILE;
const offset = () => Number(readFileSync(file, 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offset());
    else super(...parts);
  }
  static now() {
    return RealDate.now() + offset();
  }
};
