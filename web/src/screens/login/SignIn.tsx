import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { hashPassword, passwordProblem } from '@shp/shared/domain/accounts/passwords';
import { LANGS } from '@shp/shared/domain/lib/lang';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { client, enter } from '../../core/client.ts';
import { hasTaken } from '../../core/device.ts';
import { changeLanguage, useSignInText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { setPreferences, usePreferences } from '../../core/preferences.ts';
import { useSession } from '../../core/session.ts';
import { Captcha, type CaptchaHandle } from './Captcha.tsx';
import { Field } from './Field.tsx';
import { Footer } from './Footer.tsx';
import './login.css';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';

const OfflineStart = lazyExtra(() => import('../../offline/OfflineStart.tsx'));

const FactorStep = lazy(() => import('./FactorStep.tsx'));
const SignOn = lazy(() => import('./SignOn.tsx'));

/** Whether the browser comes back from a single sign-on. */
const isAnswer = location.pathname === '/login' && new URLSearchParams(location.search).has('state');

type Values = { account: string; password: string; code: string };
type Problems = Partial<Record<keyof Values, string>>;

/** The sign-in page: small, without the console's libraries. `prepare` loads the console while the user types. */
export function SignIn({ prepare }: { prepare: () => Promise<void> }) {
  const { common, login } = useSignInText();
  const { ended } = useSession();
  const { lang } = usePreferences();
  const [values, setValues] = useState<Values>({ account: '', password: '', code: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [factor, setFactor] = useState<FactorAsked | null>(null);
  const [withCode, setWithCode] = useState(false);
  const [signOn, setSignOn] = useState<string>();
  const captcha = useRef<CaptchaHandle>(null);
  const form = useRef<HTMLFormElement>(null);

  const set = (key: keyof Values) => (value: string) => {
    void prepare();
    setValues((before) => ({ ...before, [key]: value }));
    setProblems(({ [key]: _, ...others }) => others);
  };
  const focus = (key: keyof Values) => form.current?.querySelector<HTMLInputElement>(`[name=${key}]`)?.focus();

  function judge(): Problems {
    const found: Problems = {};
    if (values.account.trim() === '') found.account = login.accountRequired;
    const password = passwordProblem(values.password, common.password);
    if (password !== null) found.password = password;
    if (withCode && values.code.trim() === '') found.code = login.codeRequired;
    return found;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = judge();
    setProblems(found);
    const first = (['account', 'password', 'code'] as const).find((key) => found[key]);
    if (first) return focus(first);
    setFailure(null);
    setBusy(true);
    try {
      const answer = await captcha.current?.answer(values.code.trim());
      const login = await client.call('POST session/login', {
        account: values.account.trim(),
        password: hashPassword(values.password),
        ...answer,
      });
      await next(login);
    } catch (error) {
      setFailure(messageOf(error, login));
      start();
    }
  }

  async function next(login: Begun | { factor: FactorAsked }) {
    if ('factor' in login) setFactor(login.factor);
    else await done(login);
  }

  async function done(login: Begun) {
    await prepare();
    if (!(await enter(login))) start();
  }

  function back(why: string | null) {
    setFactor(null);
    setFailure(why);
    setBusy(false);
    setValues((before) => ({ ...before, password: '', code: '' }));
  }

  /** Enables a new attempt, with a new code. */
  function start() {
    setBusy(false);
    setValues((before) => ({ ...before, code: '' }));
    captcha.current?.renew();
    focus(withCode ? 'code' : 'password');
  }

  const endedText = {
    invalid: common.errors.unauthenticated,
    elsewhere: common.session.elsewhere,
    invalidRole: login.invalidRole,
    loggedOut: null,
  };
  return (
    <div className="sign-in">
      <title>{common.title}</title>
      <header className="title">
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <h1>{wholeWords(common.title)}</h1>
      </header>
      <div className="scene" />
      <div className="page">
        <Preferences />
        <main>
          <Suspense>{hasTaken() && <OfflineStart />}</Suspense>
          {factor ? (
            <Suspense>
              <FactorStep asked={factor} account={values.account.trim()} onDone={done} onBack={back} />
            </Suspense>
          ) : (
            <>
              <h2>{login.heading}</h2>
              <form ref={form} onSubmit={submit} noValidate>
                <p className="failure" role="alert">
                  {failure ?? endedText[ended ?? 'loggedOut']}
                </p>
                {ended === 'invalid' && <p className="notice">{login.kept}</p>}
                <Field
                  name="account"
                  label={common.fields.account}
                  value={values.account}
                  onChange={set('account')}
                  problem={problems.account}
                  autoComplete="username"
                />
                <Field
                  name="password"
                  label={common.fields.password}
                  value={values.password}
                  onChange={set('password')}
                  problem={problems.password}
                  autoComplete="current-password"
                  secret={{ show: login.showPassword, hide: login.hidePassword }}
                />
                <Captcha
                  ref={captcha}
                  value={values.code}
                  onChange={set('code')}
                  onShown={setWithCode}
                  onFailure={setFailure}
                  problem={problems.code}
                />
                <button type="submit" className="submit" aria-disabled={busy}>
                  {busy ? login.loggingIn : login.logIn}
                </button>
              </form>
              {(signOn !== undefined || isAnswer) && (
                <Suspense>
                  <SignOn name={signOn} onDone={next} onFailure={setFailure} />
                </Suspense>
              )}
            </>
          )}
          {!factor && (
            <p className="help">
              {login.forgotten} <a href={`/api/verify?lang=${lang}`}>{login.verify}</a>
            </p>
          )}
        </main>
        <Footer onSignOn={setSignOn} />
      </div>
    </div>
  );
}

/** A title that does not break at a hyphen. */
const wholeWords = (title: string) =>
  title.split(/(\S+-\S+)/).map((part) => (part.includes('-') ? <span key={part}>{part}</span> : part));

/** Language and theme, kept in this browser. */
function Preferences() {
  const { login } = useSignInText();
  const { lang, theme } = usePreferences();
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  return (
    <div className="preferences">
      <fieldset aria-label={login.language}>
        {LANGS.map((one) => (
          <button key={one} type="button" aria-pressed={one === lang} onClick={() => void changeLanguage(one)}>
            {login.languages[one]}
          </button>
        ))}
      </fieldset>
      <button type="button" onClick={() => setPreferences({ chosen: otherTheme })}>
        {login.themes[otherTheme]}
      </button>
    </div>
  );
}
