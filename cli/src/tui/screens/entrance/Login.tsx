import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import type { Input } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { Box, Text } from 'ink';
import { useEffect, useRef, useState } from 'react';
import type { Api } from '../../../api/client.ts';
import { isTransient } from '../../../api/retry.ts';
import { nonUtf8Locale } from '../../../lib/streams.ts';
import { displayWidth } from '../../../lib/width.ts';
import { drawPicture } from '../../../output/captcha.ts';
import { errorText } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { unstyled } from '../../look/look.ts';
import { useUi } from '../../ui.ts';
import { LineInput } from '../../widgets/LineInput.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { useFields } from '../../widgets/useFields.ts';
import { BOX_COLUMNS, EntranceBox } from './EntranceBox.tsx';
import { FactorStep } from './FactorStep.tsx';

const FIELDS = ['account', 'password', 'code'] as const;
type Field = (typeof FIELDS)[number];
/** Rows per column of the captcha: it is 3 to 1, and a row is two pixels high. */
const PICTURE_RATIO = 1 / 6;
/** All rows except the captcha: title, keys, frame, server, blanks, fields, an error, whom to ask. */
const OTHER_ROWS = 14;
const WIDEST_PICTURE = 90;
const WIDEST_INPUT = 24;
/** While the server does not answer, it is asked again after this pause. */
const AGAIN_MS = 5_000;

/** A picture, or a proof of work in progress; neither if the server needs none. */
type Kind = NonNullable<Input<'GET basic/validate_code'>['kind']>;
type Problem = { readonly at: Field | null; readonly text: string };
const NO_PROBLEM: Problem = { at: null, text: '' };
type Captcha = { key: string; image: string | null; answer: Promise<string> | null };
type Props = {
  api: Api;
  account: string;
  /** Why the user must log in again. */
  message: string;
  /** Layers below get no keys. */
  modal: boolean;
  onDone(login: Begun, password: string): void;
  /** Chooses another server; absent where open screens belong to this one. */
  onServer?: (() => void) | undefined;
  /** Goes back to the session that is kept. */
  onBack?: (() => void) | undefined;
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
export function Login({ api, account, message, modal, onDone, onServer, onBack, onQuit }: Props) {
  const { texts, columns, rows, color, look } = useUi();
  const { tui, common, login } = texts;
  const fields = useFields(FIELDS, { account }, account === '' ? 'account' : 'password');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const room = Math.min(columns - BOX_COLUMNS, WIDEST_PICTURE, Math.floor((rows - OTHER_ROWS) / PICTURE_RATIO));
  const [kind, setKind] = useState<Kind>(nonUtf8Locale(process.env) === null ? 'picture' : 'work');
  const [isSolved, setSolved] = useState(false);
  const [isLoggingIn, setLoggingIn] = useState(false);
  /** What is wrong, and with which field; with none, if it is about no field. */
  const [problem, setProblem] = useState<Problem>({ at: null, text: message });
  /** The server did not answer the last time. */
  const [away, setAway] = useState(false);
  const [factor, setFactor] = useState<FactorAsked | null>(null);
  const busy = useRef(false);
  const withCode = captcha !== null && captcha.image !== null;

  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn fetches a new picture
  useEffect(() => {
    const stop = new AbortController();
    setSolved(false);
    const show = async () => {
      const asked = await askCaptcha(api, kind, stop.signal);
      if (stop.signal.aborted) return;
      if (away) {
        setAway(false);
        setProblem(NO_PROBLEM);
      }
      setCaptcha(asked);
      if (asked.answer === null) return;
      await asked.answer;
      if (!stop.signal.aborted) setSolved(true);
    };
    let timer: NodeJS.Timeout | undefined;
    show().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setProblem({ at: null, text: errorText(error, texts) });
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
      const required = { account: login.accountRequired, password: common.password.required, code: login.codeRequired };
      setProblem({ at: missing, text: required[missing] });
      return;
    }
    if (busy.current) return;
    busy.current = true;
    setProblem(NO_PROBLEM);
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
      const text = errorText(error, texts);
      // Nothing was refused: what was typed is as right as before.
      if (!(error instanceof ApiError)) {
        setProblem({ at: null, text });
        setAway(isTransient(error));
        newCaptcha();
        return;
      }
      const wrongCode = error.code === 'captcha_wrong';
      setProblem({ at: wrongCode && withCode ? 'code' : error.code === 'bad_credentials' ? 'password' : null, text });
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
    setProblem({ at: null, text: why });
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
      quit: onBack ?? onQuit,
    },
    names: {
      withoutPicture: kind === 'work' ? login.withPicture : login.withoutPicture,
      ...(onBack ? { quit: tui.keys.back } : {}),
    },
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
  const label = Math.max(...names.map((name) => displayWidth(labels[name]))) + 2;
  const picture = captcha?.image ? drawPicture(captcha.image, room, color).trimEnd() : null;
  const wide = picture === null ? 0 : Math.max(...picture.split('\n').map((line) => displayWidth(unstyled(line))));
  const told = (text: string) => (
    <Text {...look.text('red')} wrap="wrap">
      {`! ${text}`}
    </Text>
  );
  return (
    <EntranceBox heading={login.logIn} server={api.server} content={wide} help={login.forgotten}>
      {problem.at === null && problem.text !== '' && told(problem.text)}
      {away && onServer && <Muted>{tui.login.again}</Muted>}
      <Text> </Text>
      {names.map((name) => {
        const focus = fields.focused === name;
        return (
          <Box key={name} flexDirection="column">
            <Box height={1}>
              <Box width={label} flexShrink={0}>
                <Text bold={focus}>{labels[name]}</Text>
              </Box>
              <LineInput line={fields.line(name)} width={WIDEST_INPUT} focus={focus} hidden={name === 'password'} />
              <Muted wrap="truncate-end">{focus ? `  ${tui.login.hints[name]}` : ''}</Muted>
            </Box>
            {problem.at === name && <Box paddingLeft={label}>{told(problem.text)}</Box>}
          </Box>
        );
      })}
      {problem.text === '' && (
        <Muted>{isLoggingIn ? login.loggingIn : captcha === null ? tui.login.connecting : ' '}</Muted>
      )}
      {captcha?.answer && <Muted wrap="wrap">{isSolved ? login.workDone : login.working}</Muted>}
      {picture !== null && <Text wrap="truncate-end">{picture}</Text>}
    </EntranceBox>
  );
}
