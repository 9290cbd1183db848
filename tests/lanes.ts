/**
 * Test files that do not run with each change (`npm test`), by project: they run with `npm run test:all` and each night. A
 * new file runs with each change until it is named here. What stays with each change: the rules, every call's roles and
 * scope, the working day of each role in a browser, every command, sending and outbox, sizes of the console's files.
 */
export const MORE = {
  sqlite: [
    'server/test/{counters,demo,demoInvariants}.test.ts',
    'tests/contract/{files-crash,historyAttacks,historyUpgrade,restart}.test.ts',
    'tests/contract/permissions/{confirmation,tokens}.test.ts',
    'tests/contract/review/{fourEyesHistories,fourEyesKept}.test.ts',
    'tests/contract/security/{connections,slow}.test.ts',
    'tests/contract/statistics/{reviews,unusual}.test.ts',
    'tests/contract/twins/*.test.ts',
  ],
  postgres: [
    'tests/contract/{files-*,fuzz,historyAttacks,historyUpgrade,restart,standards}.test.ts',
    'tests/contract/lists/{cards,exports,scope.property,supervision}.test.ts',
    'tests/contract/notices/*.test.ts',
    'tests/contract/review/{blindness,experts,fourEyesKept,rounds,scores,blindTwin}.test.ts',
    'tests/contract/statistics/*.test.ts',
    'tests/contract/users/{delete,update}.test.ts',
  ],
  store: ['tests/contract/files-{crash,downloads}.test.ts'],
  browser: [
    'tests/browser/{admin,administration,assessment-tabs,assessments-{bulk,many},confirmation,documents,errors}.test.ts',
    'tests/browser/{expert,expert-look,expert-outbox,factors,final-manager,find,findings,first-manager,first-use,four-eyes}.test.ts',
    'tests/browser/{guard,import,lists,look,mornings,offline,offline-{kills,troubles,update},overview,overview-{figures,wall},password,phoneDays,proposals,review-look,scroll-place,slow}.test.ts',
    'tests/browser/{station-files,station-look,station-parts,storage,tabs,undo,users,working-pages}.test.ts',
  ],
  terminal: [
    'tests/terminal/{assessments,assign,assignBulk,backup,badDays,completion,confirmation,connections,doctor}.test.ts',
    'tests/terminal/{earlierFiles,everyAnswer,factors,files,fourEyes,fullDisk,imports,lists,network,nightly,serve,session,users}.test.ts',
    'tests/terminal/{tuiAssessment,tuiAssign,tuiAssignSelection,tuiBulk,tuiConnection,tuiDay,tuiExports,tuiFiles,tuiFilters,tuiFindings}.test.ts',
    'tests/terminal/{tuiHelp,tuiImport,tuiKeptKeys,tuiLists,tuiLook,tuiMouse,tuiNotices,tuiOperations,tuiScores,tuiTerminal,tuiUploads}.test.ts',
    'tests/terminal/{web,witness}.test.ts',
  ],
} as const;
