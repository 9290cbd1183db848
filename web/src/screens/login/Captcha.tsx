import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client } from '../../core/client.ts';
import { useSignInText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { Field } from './Field.tsx';
import { solveInWorker, type Work } from './work.ts';

type Answer = { key: string; code: string };
export type CaptchaHandle = {
  /** The code for a login: the typed one, or the solution of the task once it is found. */
  answer: (typed: string) => Promise<Answer>;
  renew: () => void;
};

type CaptchaProps = {
  ref: Ref<CaptchaHandle>;
  value: string;
  onChange: (value: string) => void;
  /** Called with true if the user must type a code. */
  onShown: (shown: boolean) => void;
  onFailure: (message: string) => void;
  problem: string | undefined;
};

type Kind = 'picture' | 'work';
/** The server's challenge; null where the request failed. */
type Asked =
  | { kind: 'picture'; key: string; image: string | null; expiresIn: number }
  | { kind: 'work'; key: string; work: Work | null };

/** Renew the task half a minute before the server discards it. */
const WORK_SECONDS = 270;

async function ask(kind: Kind): Promise<Asked> {
  const asked = await client.call('GET basic/validate_code', kind === 'work' ? { kind } : {});
  if ('image' in asked) return { kind: 'picture', ...asked };
  const { key, challenge } = asked;
  return { kind: 'work', key, work: challenge === null ? null : solveInWorker(challenge) };
}

/**
 * The verification code: a picture, or a task that the computer solves instead. Both are renewed by button, after each
 * attempt, and on expiry.
 */
export function Captcha({ ref, value, onChange, onShown, onFailure, problem }: CaptchaProps) {
  const { login } = useSignInText();
  const [kind, setKind] = useState<Kind>('picture');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isSolved, setSolved] = useState(false);
  const words = useRef(login);
  words.current = login;
  const [turn, setTurn] = useState(0);
  /** The latest request, also while in flight. */
  const latest = useRef<Promise<Asked> | null>(null);
  const other = useRef<HTMLButtonElement>(null);
  const renew = useCallback(() => setTurn((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn requests a new code
  useEffect(() => {
    let isOver = false;
    let work: Work | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const asking = ask(kind);
    latest.current = asking;
    const show = async () => {
      const fresh = await asking;
      work = fresh.kind === 'work' ? fresh.work : null;
      if (isOver) return work?.stop();
      setAsked(fresh);
      setSolved(false);
      const isNeeded = fresh.kind === 'work' ? fresh.work !== null : fresh.image !== null;
      onShown(fresh.kind === 'picture' && isNeeded);
      if (isNeeded) timer = setTimeout(renew, (fresh.kind === 'work' ? WORK_SECONDS : fresh.expiresIn) * 1000);
      if (work === null) return;
      await work.code;
      if (!isOver) setSolved(true);
    };
    show().catch((error: unknown) => {
      if (isOver) return;
      setAsked(null);
      onShown(kind === 'picture');
      onFailure(messageOf(error, words.current));
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      work?.stop();
    };
  }, [kind, turn, onShown, onFailure, renew]);

  useImperativeHandle(
    ref,
    () => ({
      async answer(typed) {
        const asked = await latest.current;
        if (asked?.kind !== 'work') return { key: asked?.key ?? '', code: typed };
        return { key: asked.key, code: (await asked.work?.code) ?? '' };
      },
      renew,
    }),
    [renew],
  );

  function choose(next: Kind) {
    setAsked(null);
    setSolved(false);
    flushSync(() => setKind(next));
    // The pressed button is gone: focus the one that switches back.
    other.current?.focus();
    onChange('');
  }

  if (asked?.kind === 'picture' && asked.image === null) return null;
  if (asked?.kind === 'work' && asked.work === null) return null;
  if (kind === 'work')
    return (
      <div className="field">
        <p className="work" role="status">
          {isSolved ? login.workDone : login.working}
        </p>
        <button ref={other} type="button" className="link" onClick={() => choose('picture')}>
          {login.withPicture}
        </button>
      </div>
    );
  return (
    <Field name="code" label={login.code} value={value} onChange={onChange} problem={problem} autoComplete="off">
      <span className="picture">
        {asked?.kind === 'picture' && <img src={asked.image ?? ''} alt={login.codeImage} />}
      </span>
      <span className="links">
        <button type="button" className="link" onClick={renew}>
          {login.newCode}
        </button>
        <button ref={other} type="button" className="link" onClick={() => choose('work')}>
          {login.withoutPicture}
        </button>
      </span>
    </Field>
  );
}
