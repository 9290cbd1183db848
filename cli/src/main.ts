const argv = process.argv.slice(2);
// The version is asked for by scripts on every run of theirs: it loads nothing else.
if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
  const { VERSION } = await import('./version.ts');
  process.stdout.on('error', () => {
    process.exitCode = 1;
  });
  process.stdout.write(`${VERSION}\n`);
} else if (argv[0] === '__complete') {
  // A shell asks while somebody types: whatever goes wrong, it says nothing.
  const [{ complete }, { NOUNS }] = await Promise.all([
    import('./completion/complete.ts'),
    import('./commands/index.ts'),
  ]);
  const text = await complete(NOUNS, argv.slice(1)).catch(() => '');
  process.stdout.write(text, () => process.exit(0));
} else {
  const { run } = await import('./run.ts');
  // A socket or a timer that is left over would hold the process; what was to be written has been.
  process.exit(await run(argv));
}

export {};
