import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** A reporter that ends a run with its slowest files. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((file) => ({ file, seconds: (file.diagnostic().collectDuration + file.diagnostic().duration) / 1000 }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SHOWN);
    const lines = files.map(
      ({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file.project.name}  ${file.relativeModuleId}`,
    );
    process.stdout.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  }
}
