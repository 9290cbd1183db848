import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { client } from '../../client.ts';
import { messageOf } from '../../messages.ts';
import { useSignInText } from '../../texts.ts';
import { Field } from './Field.tsx';

export type CaptchaHandle = { key: () => string; renew: () => void };

type CaptchaProps = {
  ref: Ref<CaptchaHandle>;
  value: string;
  onChange: (value: string) => void;
  /** Told whether the server asks for a code at all. */
  onShown: (shown: boolean) => void;
  onFailure: (message: string) => void;
  problem: string | undefined;
};

/** The verification code: its picture, renewed by a button, after each attempt, and when it expires. */
export function Captcha({ ref, value, onChange, onShown, onFailure, problem }: CaptchaProps) {
  const { login } = useSignInText();
  const [picture, setPicture] = useState<{ key: string; image: string | null; expiresIn: number } | null>(null);
  const words = useRef(login);
  words.current = login;

  const renew = useCallback(async () => {
    try {
      const fresh = await client.call('GET basic/validate_code', {});
      setPicture(fresh);
      onShown(fresh.image !== null);
    } catch (error) {
      setPicture(null);
      onShown(true);
      onFailure(messageOf(error, words.current));
    }
  }, [onShown, onFailure]);

  useEffect(() => void renew(), [renew]);
  useEffect(() => {
    if (!picture?.image) return;
    const timer = setTimeout(renew, picture.expiresIn * 1000);
    return () => clearTimeout(timer);
  }, [picture, renew]);
  useImperativeHandle(ref, () => ({ key: () => picture?.key ?? '', renew: () => void renew() }), [picture, renew]);

  if (picture?.image === null) return null;
  return (
    <Field name="code" label={login.code} value={value} onChange={onChange} problem={problem} autoComplete="off">
      <button type="button" className="picture" onClick={() => void renew()} title={login.newCode}>
        {picture ? <img src={picture.image} alt={login.codeImage} /> : login.newCode}
        <span className="hidden">{login.newCode}</span>
      </button>
    </Field>
  );
}
