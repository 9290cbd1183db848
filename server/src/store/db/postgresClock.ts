import type { Db } from '../schema/schema.ts';
import { currentTime } from './dialect.ts';

const LOOK_MS = 30_000;
/** Ignore a slower reply: it does not say exactly when it was given. */
const SLOW_MS = 1000;

/**
 * PostgreSQL's clock, common to all its servers whatever their own clocks say. Between two readings, a monotonic clock
 * counts on.
 */
export class PostgresClock {
  private began = 0;
  private readonly looking: NodeJS.Timeout;

  private constructor(private readonly db: Db) {
    this.looking = setInterval(() => void this.look(SLOW_MS).catch(() => {}), LOOK_MS).unref();
  }

  static async of(db: Db): Promise<PostgresClock> {
    const clock = new PostgresClock(db);
    await clock.look(Number.POSITIVE_INFINITY).catch((error: unknown) => {
      clock.stop();
      throw error;
    });
    return clock;
  }

  readonly now = (): number => Math.round(this.began + performance.now());

  stop(): void {
    clearInterval(this.looking);
  }

  private async look(slow: number): Promise<void> {
    const asked = performance.now();
    const there = Date.parse(await currentTime(this.db));
    const answered = performance.now();
    if (answered - asked <= slow) this.began = there - (asked + answered) / 2;
  }
}
