import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import type { Input } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { Box, Text } from 'ink';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import { nonUtf8Locale } from '../../lib/streams.ts';
import { displayWidth } from '../../lib/width.ts';
import { drawPicture } from '../../output/captcha.ts';
import { errorText } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { LineInput } from '../widgets/LineInput.tsx';
import { Muted } from '../widgets/Muted.tsx';
import { useFields } from '../widgets/useFields.ts';
import { FactorStep } from './FactorStep.tsx';

const FIELDS = ['account', 'password', 'code'] as const;
type Field = (typeof FIELDS)[number];
/** Rows per column of the captcha: it is 3 to 1, and a row is two pixels high. */
const PICTURE_RATIO = 1 / 6;
/** All rows except the captcha. */
const OTHER_ROWS = 12;
const WIDEST_PICTURE = 90;
/** While the server does not answer, it is asked again after this pause. */
const AGAIN_MS = 5_000;

/** A picture, or a proof of work in progress; neither if the server needs none. */
type Kind = NonNullable<Input<'GET basic/validate_code'>['kind']>;
type Captcha = { key: string; image: string | null; answer: Promise<string> | null };
type Props = {
  api: Api;
  account: string;
  /** Why the user must log in again. */
  message: string;
  /** The server did not answer before this was shown. */
  away: boolean;
  /** Layers below get no keys. */
  modal: boolean;
  onDone(login: Begun, password: string): void;
  /** Chooses another server; absent where open screens belong to this one. */
  onServer?: (() => void) | undefined;
  /** The server answers again; nothing has been typed meanwhile. */
  onAnswer?: (() => void) | undefined;
  onQuit(): void;
};

async function askCaptcha(api: Api, kind: Kind, signal?: AbortSignal): Promise<Captcha> {
  const asked = await api.call('GET basic/validate_code', kind === 'work' ? { kind } : {}, signal ? { signal } : {});
  if ('image' in asked) return { key: asked.key, image: asked.image, answer: null };
  if (asked.challenge === null) return { key: asked.key, image: null, answer: null };
  const { solveWork } = await import('@shp/server/auth/proofOfWork');
  const answer = solveWork(asked.challenge);
  // The caller that awaits it shows the error.
  answer.catch(() => {});
  return { key: asked.key, image: null, answer };
}

/** Asks for account, password and, if needed, the captcha. */
export function Login({ api, account, message, away: wasAway, modal, onDone, onServer, onAnswer, onQuit }: Props) {
  const { texts, columns, rows, color } = useUi();
  const { tui, common, login } = texts;
  const fields = useFields(FIELDS, { account }, account === '' ? 'account' : 'password');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const room = Math.min(columns - 2, WIDEST_PICTURE, Math.floor((rows - OTHER_ROWS) / PICTURE_RATIO));
  const [kind, setKind] = useState<Kind>(nonUtf8Locale(process.env) === null ? 'picture' : 'work');
  const [isSolved, setSolved] = useState(false);
  const [isLoggingIn, setLoggingIn] = useState(false);
  const [problem, setProblem] = useState(message);
  /** The server did not answer the last time. */
  const [away, setAway] = useState(wasAway);
  const [factor, setFactor] = useState<FactorAsked | null>(null);
  const busy = useRef(false);
  const withCode = captcha !== null && captcha.image !== null;

  const [turn, setTurn] = useState(0);
  const latest = { onAnswer, password: fields.text('password') };
  const answering = useRef(latest);
  answering.current = latest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn fetches a new picture
  useEffect(() => {
    const stop = new AbortController();
    setSolved(false);
    const show = async () => {
      const asked = await askCaptcha(api, kind, stop.signal);
      if (stop.signal.aborted) return;
      if (away) {
        setAway(false);
        setProblem('');
        if (answering.current.password === '') answering.current.onAnswer?.();
      }
      setCaptcha(asked);
      if (asked.answer === null) return;
      await asked.answer;
      if (!stop.signal.aborted) setSolved(true);
    };
    let timer: NodeJS.Timeout | undefined;
    show().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setProblem(errorText(error, texts));
      setAway(isTransient(error));
      if (isTransient(error)) timer = setTimeout(() => setTurn((count) => count + 1), AGAIN_MS);
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [api, texts, turn, kind]);
  const newCaptcha = () => {
    fields.set('code', '');
    // Hide the old picture while the new one loads: its code no longer works.
    setCaptcha((old) => (old?.image ? { ...old, image: '' } : old));
    setTurn((count) => count + 1);
  };

  const changeKind = () => {
    if (captcha === null || (captcha.image === null && captcha.answer === null)) return;
    if (fields.focused === 'code') fields.focus('password');
    fields.set('code', '');
    setCaptcha(null);
    setKind(kind === 'work' ? 'picture' : 'work');
  };

  const submit = async () => {
    const name = fields.text('account').trim();
    const password = fields.text('password');
    const code = fields.text('code').trim();
    const missing = name === '' ? 'account' : password === '' ? 'password' : withCode && code === '' ? 'code' : null;
    if (missing !== null) {
      fields.focus(missing);
      setProblem(
        { account: login.accountRequired, password: common.password.required, code: login.codeRequired }[missing],
      );
      return;
    }
    if (busy.current) return;
    busy.current = true;
    setProblem('');
    setLoggingIn(true);
    try {
      const asked = captcha ?? (await askCaptcha(api, kind));
      const answer = { key: asked.key, code: asked.answer === null ? code : await asked.answer };
      const login = await api.call('POST session/login', {
        account: name,
        password: hashPassword(password),
        ...answer,
      });
      if ('factor' in login) {
        setLoggingIn(false);
        setFactor(login.factor);
      } else onDone(login, password);
    } catch (error) {
      setLoggingIn(false);
      setProblem(errorText(error, texts));
      // Nothing was refused: what was typed is as right as before.
      if (!(error instanceof ApiError)) {
        setAway(isTransient(error));
        newCaptcha();
        return;
      }
      const wrongCode = error.code === 'captcha_wrong';
      if (!wrongCode) fields.set('password', '');
      fields.focus(wrongCode && withCode ? 'code' : 'password');
      if (withCode || captcha?.answer) newCaptcha();
    } finally {
      busy.current = false;
    }
  };
  const names = withCode ? FIELDS : (['account', 'password'] as const);
  const placeOf = (name: Field) => (names as readonly Field[]).indexOf(name);
  const enter = () => {
    const next = names[placeOf(fields.focused) + 1];
    if (next === undefined) void submit();
    else fields.focus(next);
  };
  const step = (by: -1 | 1) => {
    fields.focus(names[(placeOf(fields.focused) + by + names.length) % names.length] ?? 'account');
  };
  const back = (why: string) => {
    setFactor(null);
    setProblem(why);
    fields.set('password', '');
    fields.focus('password');
    newCaptcha();
  };
  useKeys({
    places: factor ? [] : ['login'],
    handlers: {
      logIn: enter,
      nextField: () => step(1),
      previousField: () => step(-1),
      ...(withCode ? { newCode: newCaptcha } : {}),
      ...(withCode || captcha?.answer ? { withoutPicture: changeKind } : {}),
      ...(onServer ? { server: onServer } : {}),
      quit: onQuit,
    },
    names: { withoutPicture: kind === 'work' ? login.withPicture : login.withoutPicture },
    typing: fields.typing,
    modal,
  });
  if (factor)
    return (
      <FactorStep
        {...{ api, modal }}
        asked={factor}
        onDone={(login) => onDone(login, fields.text('password'))}
        onBack={back}
      />
    );
  const labels = { account: common.fields.account, password: common.fields.password, code: login.code };
  const width = Math.max(...names.map((name) => displayWidth(labels[name])));
  return (
    <Box flexDirection="column" paddingX={1} paddingTop={1}>
      <Text bold>{login.logIn}</Text>
      <Muted wrap="truncate-end">{tui.login.server(api.server)}</Muted>
      <Text> </Text>
      {names.map((name) => (
        <Box key={name} height={1}>
          <Box width={width + 2} flexShrink={0}>
            <Text bold={fields.focused === name}>{labels[name]}</Text>
          </Box>
          <LineInput
            line={fields.line(name)}
            width={Math.min(40, columns - width - 6)}
            focus={fields.focused === name}
            hidden={name === 'password'}
          />
        </Box>
      ))}
      {problem === '' ? (
        <Muted>{isLoggingIn ? login.loggingIn : captcha === null ? tui.login.connecting : ' '}</Muted>
      ) : (
        <Text {...(color ? { color: 'red' } : {})} wrap="wrap">
          {problem}
        </Text>
      )}
      {away && <Muted>{onServer ? tui.login.again : ' '}</Muted>}
      {captcha?.answer && <Muted>{isSolved ? login.workDone : login.working}</Muted>}
      {captcha?.image && <Text wrap="truncate-end">{drawPicture(captcha.image, room, color).trimEnd()}</Text>}
    </Box>
  );
}
