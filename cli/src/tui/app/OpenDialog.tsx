import { ApiError } from '@shp/shared/api/errors';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { errorText } from '../format.ts';
import type { Job, JobSpec, UndoSpec } from '../jobs/jobs.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import { useKeyboard } from '../keys/useKeys.ts';
import { viewsOf } from '../list/savedViews.ts';
import { Help } from '../screens/Help.tsx';
import { Palette, type Place } from '../screens/Palette.tsx';
import { PasswordDialog } from '../screens/PasswordDialog.tsx';
import type { Unfinished } from '../screens/unfinished.ts';
import { useSession } from '../session.ts';
import { useTexts, useUi } from '../ui.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { Prompt } from '../widgets/Prompt.tsx';
import { actsElsewhere } from './actsElsewhere.ts';
import type { tabsOf } from './Screens.tsx';

/** The list of an aggregate account's own stations. */
const OWN_STATIONS = 'supervised';

/** A dialog that can open above every screen. */
export type AppDialog =
  | { kind: 'help' | 'palette'; offers: readonly ActiveKey[] }
  | { kind: 'password' }
  | { kind: 'confirm'; answer(confirmed: boolean): void }
  | { kind: 'goOn'; left: readonly Unfinished[] }
  | { kind: 'forget'; left: Unfinished }
  | { kind: 'undo'; job: Job; spec: UndoSpec }
  | { kind: 'leave'; then(): void; logsOut: boolean };

type Props = {
  dialog: AppDialog;
  tabs: ReturnType<typeof tabsOf>;
  height: number;
  goTo(path: string, bare?: boolean): void;
  goOn(left: readonly Unfinished[]): void;
  /** Work that was cut off and is given up. */
  onForget(key: string): void;
  onStarted(spec: JobSpec): void;
  onOpen(dialog: AppDialog): void;
  onClose(): void;
};

/** Help, palette, password and the questions of the whole UI. */
export function OpenDialog({ dialog, tabs, height, goTo, goOn, onForget, onStarted, onOpen, onClose }: Props) {
  const texts = useTexts();
  const { tui } = texts;
  const { api, me, jobs, remarks, models, context, open, say } = useSession();
  const { choices } = useUi();
  const { keyboard } = useKeyboard();
  switch (dialog.kind) {
    case 'help':
      return (
        <Help
          offers={dialog.offers}
          height={height}
          onSearch={() => onOpen({ kind: 'palette', offers: dialog.offers })}
          onClose={onClose}
        />
      );
    case 'palette':
      return (
        <Palette
          offers={dialog.offers}
          acts={actsElsewhere(me, texts, { models, keyboard, goTo })}
          places={tabs.map((tab) => ({
            label: texts.common.menu[tab.key],
            alias: tab.key,
            go: () => goTo(tab.path),
          }))}
          views={[...unsentRemarks(), ...savedViews()]}
          height={height}
          onClose={onClose}
        />
      );
    case 'password':
      return (
        <PasswordDialog
          api={api}
          onDone={() => {
            say(texts.cli.login.passwordChanged, 'good');
            onClose();
          }}
          onCancel={onClose}
        />
      );
    case 'confirm':
      return (
        <Prompt
          title={texts.common.errors.confirmation_required}
          label={texts.acts.confirm.label(me.account)}
          hidden
          onAnswer={async (password) => {
            try {
              await api.call('POST session/confirm', { password: hashPassword(password) });
            } catch (error) {
              return error instanceof ApiError && error.code === 'bad_credentials'
                ? texts.acts.confirm.wrong
                : errorText(error, texts);
            }
            onClose();
            dialog.answer(true);
            return null;
          }}
          onCancel={() => {
            onClose();
            dialog.answer(false);
          }}
        />
      );
    case 'goOn':
      return (
        <Confirm
          title={texts.acts.resumable.title}
          lines={[...dialog.left.map((one) => one.line(texts)), texts.acts.resumable.orLater]}
          yes={texts.acts.resumable.goOn}
          no={texts.acts.resumable.later}
          onYes={() => {
            onClose();
            goOn(dialog.left);
          }}
          onNo={() => {
            for (const one of dialog.left) one.postpone();
            onClose();
          }}
        />
      );
    case 'forget': {
      const { left } = dialog;
      const { resumable } = texts.acts;
      return (
        <Confirm
          title={resumable.remove}
          lines={[left.line(texts), left.lost(texts)]}
          yes={tui.keys.jobForget}
          no={resumable.keep}
          onYes={() => {
            left.forget();
            onForget(left.key);
            say(resumable.removed);
            onClose();
          }}
          onNo={onClose}
        />
      );
    }
    case 'undo': {
      const { job, spec } = dialog;
      return (
        <Confirm
          title={tui.keys.jobUndo}
          lines={[spec.question(texts), ...(spec.stays ? [spec.stays(texts)] : [])]}
          onYes={() => {
            onClose();
            jobs.undo(job.id);
            onStarted(spec);
          }}
          onNo={onClose}
        />
      );
    }
    case 'leave':
      return (
        <Confirm
          title={dialog.logsOut ? tui.leave.logOut : tui.leave.title}
          lines={[
            ...(jobs.running().length > 0 ? [tui.leave.running(jobs.running().length)] : []),
            ...(jobs.running().some(({ resume }) => resume !== null) ? [tui.leave.goOn] : []),
            ...(jobs.unsaved().length > 0 ? [tui.leave.unsaved] : []),
            ...(remarks.countUnwritten() > 0 ? [tui.leave.unwritten(remarks.countUnwritten())] : []),
            ...(dialog.logsOut ? [tui.leave.remarks(remarks.countWritten(), me.account)] : []),
          ]}
          onYes={dialog.then}
          onNo={onClose}
        />
      );
  }

  /** The assessments with remarks that are not sent. */
  function unsentRemarks(): Place[] {
    return remarks.all().map(({ id, name, count }) => ({
      label: texts.acts.remarking.of(count, name),
      alias: 'remarks unsent',
      go: () => open({ kind: 'assessment', id, name }),
    }));
  }

  /** The saved views of the lists that this role has. */
  function savedViews(): Place[] {
    const lists = [
      ...tabs.map(({ key, path }) => ({
        list: key === 'supervisorStations' ? OWN_STATIONS : key,
        label: texts.common.menu[key],
        show: () => goTo(path, true),
      })),
      { list: 'findings', label: tui.places.findings, show: () => open({ kind: 'findings' }) },
      { list: 'notices', label: tui.places.notices, show: () => open({ kind: 'notices' }) },
    ];
    return lists.flatMap(({ list, label, show }) =>
      Object.entries(viewsOf(choices, context.server, list)).map(([name, view]) => ({
        label: name,
        note: texts.acts.views.of(label),
        alias: '',
        go: () => {
          models.show(list, view);
          show();
        },
      })),
    );
  }
}
