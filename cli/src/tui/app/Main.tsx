import { NetworkError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { Box } from 'ink';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { PartlyDone } from '../../lib/errors.ts';
import { CommandLog } from '../commands/commandLog.ts';
import { errorText } from '../format.ts';
import { type Job, type JobSpec, Jobs } from '../jobs/jobs.ts';
import { idleText } from '../keys/idleText.ts';
import { useKeyboard, useKeys } from '../keys/useKeys.ts';
import { Models } from '../list/model.ts';
import { PathContext } from '../path.ts';
import { mayCall, whyNoCall } from '../permissions.ts';
import { RemarkDrafts } from '../remarkDrafts.ts';
import { countsText } from '../screens/jobLine.ts';
import type { Unfinished } from '../screens/unfinished.ts';
import { type Me, type Session, SessionContext } from '../session.ts';
import { UiContext, useUi } from '../ui.ts';
import { Floating, FloatsHost, floatRows, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { Footer } from '../widgets/Footer.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import type { Connection } from './connection.ts';
import { HEADER_ROWS, Header } from './Header.tsx';
import { Message, useNotice } from './Message.tsx';
import { type AppDialog, OpenDialog } from './OpenDialog.tsx';
import { isOfNoTab, useOpenScreens } from './openScreens.ts';
import { Quitting } from './Quitting.tsx';
import { Opened, Tab, tabsOf } from './Screens.tsx';
import type { Confirmation } from './sessionEvents.ts';
import { useAccess } from './useAccess.ts';
import { useReconnect } from './useReconnect.ts';
import { useUnfinished } from './useUnfinished.ts';

type Props = {
  api: Api;
  account: User;
  /** Logged in, not with an access token. */
  hasSession: boolean;
  context: CommandContext;
  confirmation: Confirmation;
  connection: Connection;
  setMe(me: User): void;
  onError(error: unknown): boolean;
  /** Called with null for the remarks when the account leaves. */
  onOpened(jobs: Jobs, remarks: RemarkDrafts | null): void;
  onLanguage(): void;
  onLogOut(): void;
  onQuit(): void;
};
/** Rows below the screens: message and keys. */
const BOTTOM_ROWS = 2;
/** The key of each look. */
const SKIN_KEYS = { dark: 'skinDark', light: 'skinLight', contrast: 'skinContrast' } as const;
/** Columns of the box of the help. */
const HELP_COLUMNS = 110;
/** The dialogs of the whole UI are above those of a screen. */
const ABOVE_SCREENS = 8;

/** The UI after login: tabs, opened screens, and dialogs above them. */
export function Main(props: Props) {
  const { api, account, context, confirmation, connection, setMe, onError, onOpened, onLanguage, onLogOut, onQuit } =
    props;
  const ui = useUi();
  const { texts, rows, columns, shownColumns, choices, choose } = ui;
  const { tui } = texts;
  const access = useAccess(api, props.hasSession);
  const ready = ui.ready && access !== null;
  const me = useMemo<Me>(() => ({ ...account, ...access }), [account, access]);
  const tabs = useMemo(() => tabsOf(me.role), [me.role]);
  const { path, stack, levels, open, back, goTo, go } = useOpenScreens(tabs, texts);
  const [overlay, setOverlay] = useState<AppDialog | null>(null);
  const [notice, say, clear, acted] = useNotice();
  const [isQuitting, setQuitting] = useState(false);
  const top = stack.at(-1);
  const atTab = top === undefined;
  const latest = useRef({ api, texts, onError, atJobs: false });
  latest.current = { api, texts, onError, atJobs: top?.kind === 'jobs' };
  useEffect(() => confirmation.asking((answer) => setOverlay({ kind: 'confirm', answer })), [confirmation]);

  const [{ models, jobs, commands, remarks }] = useState(() => {
    const made = new Models(() => latest.current.api, shownColumns);
    const ended = (job: Job) => {
      if (job.failure !== null && latest.current.onError(job.failure)) return;
      made.refresh();
      lookAgain.current();
      const tone = job.state === 'done' ? 'good' : job.state === 'stopped' ? 'plain' : 'failed';
      say(tellEnd(job, latest.current.texts, latest.current.atJobs), tone);
    };
    const log = new CommandLog();
    const logged = ({ command, title }: Job) => log.add(command, title);
    return {
      models: made,
      commands: log,
      remarks: new RemarkDrafts({ configDir: context.configDir, server: context.server, account: account.id }),
      jobs: new Jobs(() => latest.current.api, ended, logged),
    };
  });
  useEffect(() => {
    onOpened(jobs, remarks);
    return () => {
      onOpened(jobs, null);
      models.end();
    };
  }, [jobs, models, remarks, onOpened]);

  const lookAgain = useRef(() => {});
  const { unfinished, look, drop } = useUnfinished(
    { context, me, models },
    (left) => setOverlay((shown) => shown ?? { kind: 'goOn', left }),
    onError,
  );
  lookAgain.current = look;
  const sayStarted = useCallback(
    (spec: JobSpec) => {
      const { texts, atJobs } = latest.current;
      const title = spec.title(texts);
      say(atJobs ? texts.acts.started(title) : texts.tui.jobs.started(title));
    },
    [say],
  );
  const goOn = useCallback(
    (left: readonly Unfinished[]) => {
      for (const one of left) {
        drop(one.key);
        const spec = one.spec(latest.current.texts);
        jobs.start(spec);
        sayStarted(spec);
      }
    },
    [jobs, sayStarted, drop],
  );

  useReconnect(api, connection, onError);
  // The server's return takes away the message of a call that it did not answer.
  const unanswered = useRef('');
  const isLost = useSyncExternalStore(connection.subscribe, connection.snapshot) !== null;
  const isUnanswered = notice !== null && notice.text === unanswered.current;
  useEffect(() => {
    if (!isLost && isUnanswered) clear();
  }, [isLost, isUnanswered, clear]);

  const fail = useCallback(
    (error: unknown) => {
      if (onError(error)) return;
      const text = errorText(error, latest.current.texts);
      unanswered.current = error instanceof NetworkError && connection.lostSince !== null ? text : '';
      say(text, 'bad');
    },
    [onError, say, connection],
  );
  const undo = useCallback((job: Job) => {
    if (job.undo) setOverlay({ kind: 'undo', job, spec: job.undo });
  }, []);
  const session = useMemo<Session>(
    () => ({
      api,
      connection,
      me,
      jobs,
      commands,
      models,
      remarks,
      context,
      unfinished,
      goOn: (key) => goOn(unfinished.filter((one) => one.key === key)),
      forget: (key) => {
        const left = unfinished.find((one) => one.key === key);
        if (left) setOverlay({ kind: 'forget', left });
      },
      setMe,
      open,
      back,
      atTab,
      undo,
      say,
      fail,
    }),
    [
      api,
      connection,
      me,
      jobs,
      commands,
      models,
      remarks,
      context,
      unfinished,
      goOn,
      setMe,
      open,
      back,
      atTab,
      undo,
      say,
      fail,
    ],
  );

  /** Asks while something would be lost, or with `stays` while something is left here. */
  const leaving = (then: () => void, { unasked = then, stays = 0 }) => {
    const lost = jobs.running().length + jobs.unsaved().length + remarks.countUnwritten();
    if (lost + stays > 0) setOverlay({ kind: 'leave', then, logsOut: stays > 0 });
    else unasked();
  };
  const close = () => setOverlay(null);
  const { keyboard } = useKeyboard();
  useEffect(() => {
    keyboard.onRefused = (reason) => say(reason, 'bad');
    keyboard.onIdle = (key) => say(idleText(key, me, texts), 'bad');
    keyboard.onAct = () => {
      acted();
      setQuitting(false);
    };
  }, [keyboard, say, acted, me, texts]);
  // Keys wait until the permissions are loaded, just after the first frame.
  useLayoutEffect(() => (ready ? undefined : keyboard.hold()), [ready, keyboard]);
  const openOnce = (kind: 'jobs' | 'profile' | 'findings' | 'notices' | 'commands') => {
    if (top?.kind !== kind) open({ kind });
    else say(tui.why.here, 'bad');
  };
  useKeys({
    places: ['app'],
    handlers: {
      nextTab: () => go(1),
      previousTab: () => go(-1),
      tab: (key) => {
        const tab = tabs[Number(key) - 1];
        if (tab) goTo(tab.path);
        else keyboard.onIdle(key);
      },
      help: () => setOverlay({ kind: 'help', offers: keyboard.offers() }),
      palette: () => setOverlay({ kind: 'palette', offers: keyboard.offers() }),
      jobs: () => {
        clear();
        openOnce('jobs');
      },
      commands: () => openOnce('commands'),
      profile: () => openOnce('profile'),
      ...(mayCall(me, 'GET finding/query') ? { findings: () => openOnce('findings') } : {}),
      notices: () => openOnce('notices'),
      password: () => setOverlay({ kind: 'password' }),
      mouse: () => {
        const on = choices.mouse === false;
        void choose({ mouse: on }).then(() => say(on ? texts.acts.mouse.on : texts.acts.mouse.off));
      },
      language: () => {
        clear();
        onLanguage();
      },
      live: () => {
        choose({ live: choices.live === false });
        say(texts.views.live.set(choices.live === false), 'good');
      },
      skinDark: () => choose({ skin: 'dark' }),
      skinLight: () => choose({ skin: 'light' }),
      skinContrast: () => choose({ skin: 'contrast' }),
      undo: () => {
        const job = jobs.undoable();
        if (job?.undo) undo(job);
        else say(job?.noUndo?.(texts) ?? tui.why.noUndo, 'bad');
      },
      logOut: () =>
        leaving(
          () => {
            void jobs.end();
            onLogOut();
          },
          { stays: remarks.countWritten() },
        ),
      back: () => (top ? back() : leaving(onQuit, { unasked: () => setQuitting(true) })),
    },
    names: top ? {} : { back: tui.keys.quit },
    unmet: { passwordRight: whyNoCall(me, 'POST user/change_password', texts) },
    notes: {
      live: texts.acts.set[choices.live === false ? 'off' : 'on'],
      mouse: texts.acts.set[choices.mouse === false ? 'off' : 'on'],
      [SKIN_KEYS[ui.look.skin]]: texts.acts.set.inUse,
    },
  });

  const height = rows - HEADER_ROWS - BOTTOM_ROWS;
  // The terminal's cursor is in the dialog, not in an input below it.
  const below = useMemo(() => (overlay === null ? ui : { ...ui, setCursor: () => {} }), [ui, overlay]);
  return (
    <SessionContext.Provider value={session}>
      <FloatsHost top={HEADER_ROWS} bottom={BOTTOM_ROWS}>
        <Box flexDirection="column" width={columns} height={rows}>
          <Header
            me={me}
            server={api.server}
            connection={connection}
            tabs={tabs}
            path={stack.some(isOfNoTab) ? null : path}
            onTab={goTo}
          />
          <Box flexDirection="column" height={height} flexShrink={0} overflow="hidden">
            <UiContext.Provider value={below}>
              <PathContext.Provider value={levels}>
                <Overlay>
                  {top ? (
                    <Opened key={`${path} ${stack.length}`} screen={top} height={height} />
                  ) : (
                    <Tab key={path} path={path} height={height} />
                  )}
                </Overlay>
              </PathContext.Provider>
            </UiContext.Provider>
          </Box>
          {overlay !== null && (
            <Overlay levels={ABOVE_SCREENS}>
              <Floating width={overlay.kind === 'help' ? HELP_COLUMNS : QUESTION_COLUMNS}>
                <OpenDialog
                  dialog={overlay}
                  tabs={tabs}
                  height={floatRows(height)}
                  goTo={goTo}
                  goOn={goOn}
                  onForget={drop}
                  onStarted={sayStarted}
                  onOpen={setOverlay}
                  onClose={close}
                />
              </Floating>
            </Overlay>
          )}
          {isQuitting && (
            <Overlay levels={ABOVE_SCREENS + 1}>
              <Quitting onQuit={onQuit} onStay={() => setQuitting(false)} />
            </Overlay>
          )}
          <Message notice={isQuitting ? { text: quittingText(), tone: 'plain' } : notice} jobs={jobs} />
          <Footer />
        </Box>
      </FloatsHost>
    </SessionContext.Provider>
  );

  function quittingText(): string {
    const count = remarks.countWritten();
    return [tui.leave.soon, ...(count > 0 ? [texts.acts.remarking.stay(count)] : [])].join('  ');
  }
}

function tellEnd(job: Job, texts: ReturnType<typeof useUi>['texts'], atJobs: boolean): string {
  const { tui, common } = texts;
  const failed = job.outcomes.filter(({ result }) => result === 'failed').length;
  const counts = job.outcomes.length > 0 ? countsText(job, texts) : '';
  // The counts of single outcomes say what a job's own summary repeats.
  const told = counts !== '' && (job.failure === null || job.failure instanceof PartlyDone);
  const note = job.failure === null ? (job.notes.at(-1) ?? '') : errorText(job.failure, texts);
  // A success says where its results are, failures where their reasons are.
  const { why, resumable } = texts.acts;
  const state = `${job.title(texts)}${common.marks.colon}${tui.jobs.states[job.state]}`;
  const how = job.resume !== null && atJobs ? resumable.howTo : '';
  const more = failed > 0 ? (atJobs ? why.inJobs : why.elsewhere) : (job.notes.at(-1) ?? '');
  // The row of a job that is shown has its counts.
  return [state, atJobs ? '' : counts, job.state === 'stopped' ? how : told ? more : note]
    .filter((one) => one !== '')
    .join('  ');
}
