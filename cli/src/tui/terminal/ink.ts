import { EventEmitter } from 'node:events';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import type { Terminal } from './terminal.ts';

/**
 * Lets Ink lay out and the painter paint. In Ink's debug mode each frame arrives whole, by one `write`; what Ink itself
 * would do with it, clearing the whole screen whenever it is full, flickers.
 */
export function renderOn(terminal: Terminal, node: ReactNode): Instance {
  const frames = new FrameSink(terminal);
  const stream = frames as unknown as NodeJS.WriteStream;
  return render(node, { stdout: stream, stderr: stream, debug: true, patchConsole: false, exitOnCtrlC: false });
}

/** The part of an output stream that Ink uses. */
class FrameSink extends EventEmitter {
  constructor(private readonly terminal: Terminal) {
    super();
  }
  get columns(): number {
    return this.terminal.size.columns;
  }
  get rows(): number {
    return this.terminal.size.rows;
  }
  write(frame: string, then?: () => void): boolean {
    if (frame !== '') this.terminal.painter.paint(frame);
    then?.();
    return true;
  }
}
