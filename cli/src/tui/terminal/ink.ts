import { EventEmitter } from 'node:events';
import { type Instance, render } from 'ink';
import type { ReactNode } from 'react';
import type { Terminal } from './terminal.ts';

/**
 * Uses Ink for layout only; the painter writes the screen. In debug mode Ink passes each frame whole by one `write`;
 * its own output clears a full screen each time and flickers.
 */
export function renderOn(terminal: Terminal, node: ReactNode): Instance {
  const frames = new FrameSink(terminal);
  const stream = frames as unknown as NodeJS.WriteStream;
  return render(node, { stdout: stream, stderr: stream, debug: true, patchConsole: false, exitOnCtrlC: false });
}

/** The output stream methods that Ink uses. */
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
