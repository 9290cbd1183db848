import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked, PasskeyRequest } from '@shp/shared/api/factors/factorObjects';
import type { Input } from '@shp/shared/api/index';
import { proofKindOf } from '@shp/shared/domain/accounts/factors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { client } from '../../core/client.ts';
import { useFactorsText } from '../../core/i18n/factorsText.ts';
import { useSignInText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { Field } from './Field.tsx';

type Props = {
  asked: FactorAsked;
  /** The account whose password was right. */
  account: string;
  onDone: (login: Begun) => Promise<void>;
  /** Back to account and password; with why, if the server ended the login. */
  onBack: (why: string | null) => void;
};

/** The browser gave no passkey; the message says why. */
class PasskeyRefused extends Error {}

/** The second step of a login. */
export default function FactorStep({ asked, account, onDone, onBack }: Props) {
  const { login } = useSignInText();
  const words = useFactorsText();
  const { passkey: request } = asked;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') {
      setProblem(words.codeRequired);
      return focus();
    }
    setFailure(null);
    setBusy(true);
    await send(async () => ({ kind: proofKindOf(code), code }));
  }

  async function passkey(request: PasskeyRequest) {
    if (busy) return;
    setFailure(null);
    setBusy(true);
    await send(async () => {
      const { askPasskey, passkeyProblem } = await import('../../core/passkeys.ts');
      try {
        return { kind: 'passkey', assertion: await askPasskey(request) };
      } catch (error) {
        const why = passkeyProblem(error);
        throw why === null || why === 'known' ? error : new PasskeyRefused(words.passkey[why]);
      }
    });
  }

  async function send(prove: () => Promise<Omit<Input<'POST session/factor'>, 'id'>>) {
    try {
      await onDone(await client.call('POST session/factor', { id: asked.id, ...(await prove()) }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'gone') return onBack(error.message);
      setFailure(error instanceof PasskeyRefused ? error.message : messageOf(error, login));
      setCode('');
      setBusy(false);
      focus();
    }
  }

  return (
    <>
      <h2>{words.login.title}</h2>
      <p className="work">{words.login.account(account)}</p>
      <form ref={form} onSubmit={submit} noValidate>
        <p className="failure" role="alert">
          {failure}
        </p>
        {request && (
          <button type="button" className="submit" aria-disabled={busy} onClick={() => void passkey(request)}>
            {words.login.passkey}
          </button>
        )}
        <p className="work asks">{asked.kinds.includes('totp') ? words.login.note : words.login.noteRecovery}</p>
        <Field
          name="factor"
          label={words.code}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setProblem(undefined);
          }}
          problem={problem}
          autoComplete="one-time-code"
        />
        <button type="submit" className="submit" aria-disabled={busy}>
          {busy ? login.loggingIn : words.login.submit}
        </button>
        <button type="button" className="submit other" onClick={() => onBack(null)}>
          {words.login.back}
        </button>
      </form>
      <p className="help">{words.login.help}</p>
    </>
  );
}
