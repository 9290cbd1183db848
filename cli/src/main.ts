const argv = process.argv.slice(2);
// Scripts check the version often, so this path loads nothing else.
if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
  const { VERSION } = await import('./version.ts');
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 1;
  });
  process.stdout.write(`${VERSION}\n`);
} else if (argv[0] === '__complete') {
  // The shell completes a line: print nothing on errors.
  const [{ complete }, { NOUNS }] = await Promise.all([
    import('./completion/complete.ts'),
    import('./commands/index.ts'),
  ]);
  const text = await complete(NOUNS, argv.slice(1)).catch(() => '');
  process.stdout.write(text, () => process.exit(0));
} else if (argv[0] === '__built') {
  // The files that the build keeps beside the program.
  const [{ allPages }, { NOUNS }, { allAdmissions }] = await Promise.all([
    import('./command/help.ts'),
    import('./commands/index.ts'),
    import('./tui/permissions.ts'),
  ]);
  const { zh, en } = await allPages(NOUNS);
  process.stdout.write(JSON.stringify({ 'help.zh': zh, 'help.en': en, admissions: await allAdmissions() }));
} else if (!(await printsBuiltPage(argv))) {
  const { run, endProcess } = await import('./run.ts');
  // Open sockets or timers would keep the process alive; all output is written.
  endProcess(await run(argv));
}

/** Whether this was help without further flags, printed from the pages that the build keeps. */
async function printsBuiltPage(words: readonly string[]): Promise<boolean> {
  const asksHelp = words[0] === 'help' || ['--help', '-h'].includes(words.at(-1) ?? '');
  return asksHelp && (await import('./command/builtHelp.ts')).printBuiltPage(words);
}

export {};
