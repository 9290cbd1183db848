import type { Output } from '@shp/shared/api/index';
import type { SignOnText } from '@shp/shared/text/en/signOn/signOn';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../core/browserStorage.ts';
import { client } from '../../core/client.ts';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { useSignInText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';

const useSignOnText = areaTexts<SignOnText>({
  zh: async () => (await import('@shp/shared/text/zh/signOn/signOn')).signOn,
  en: async () => (await import('@shp/shared/text/en/signOn/signOn')).signOn,
});

/** This window's secret: without it the provider's answer opens no session. */
const SECRET = 'shp.signOn';

type Props = {
  /** The name on the button; undefined where single sign-on is off or not known yet. */
  name: string | undefined;
  onDone: (login: Output<'POST session/oidc'>) => Promise<void>;
  onFailure: (message: string) => void;
};

/** Takes the provider's answer out of the address, once: it must not stay in the history. */
function takeAnswer(): URLSearchParams | null {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state')) return null;
  history.replaceState(null, '', location.pathname);
  return answer;
}

/** The button of single sign-on; completes one when the provider has sent the browser back. */
export default function SignOn({ name, onDone, onFailure }: Props) {
  const words = useSignOnText();
  const { login } = useSignInText();
  const [busy, setBusy] = useState(false);

  function fail(message: string) {
    setBusy(false);
    onFailure(message);
  }

  async function complete(answer: URLSearchParams) {
    const secret = readStored(SECRET, 'sessionStorage');
    writeStored(SECRET, null, 'sessionStorage');
    const [state, code, iss] = ['state', 'code', 'iss'].map((key) => answer.get(key) ?? undefined);
    if (!state || !code) return fail(words.cancelled);
    if (secret === null) return fail(words.ended);
    setBusy(true);
    try {
      await onDone(await client.call('POST session/oidc', { secret, state, code, ...(iss ? { iss } : {}) }));
    } catch (error) {
      fail(messageOf(error, login));
    }
  }

  async function begin() {
    if (busy) return;
    setBusy(true);
    try {
      const { url, secret } = await client.call('POST session/oidc_begin', {});
      writeStored(SECRET, secret, 'sessionStorage');
      location.assign(url);
    } catch (error) {
      fail(messageOf(error, login));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has one answer
  useEffect(() => {
    const answer = takeAnswer();
    if (answer) void complete(answer);
  }, []);

  if (busy)
    return (
      <p className="work" role="status">
        {words.opening}
      </p>
    );
  if (name === undefined) return null;
  return (
    <button type="button" className="submit other" onClick={begin}>
      {words.button(name)}
    </button>
  );
}
