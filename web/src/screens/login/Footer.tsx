import type { Output } from '@shp/shared/api/index';
import { useEffect, useState } from 'react';
import { client } from '../../core/client.ts';
import { useSignInText } from '../../core/i18n/texts.ts';

const PLACES = ['sponsor', 'organiser', 'support'] as const;

type Props = { onSignOn: (name: string | undefined) => void };

/** Sponsor, organiser and technical support, where they are set. The page works without an answer. */
export function Footer({ onSignOn }: Props) {
  const { login } = useSignInText();
  const [links, setLinks] = useState<Output<'GET system/footer'>>();
  useEffect(() => {
    const stop = new AbortController();
    const show = (found: Output<'GET system/footer'>) => {
      setLinks(found);
      onSignOn(found.singleSignOn);
    };
    client.call('GET system/footer', {}, { signal: stop.signal }).then(show, () => null);
    return () => stop.abort();
  }, [onSignOn]);
  return (
    <footer>
      {PLACES.map((place) => {
        const { name = '', url = '' } = links?.[place] ?? {};
        if (!name && !url) return null;
        return (
          <span key={place}>
            {login.footer[place]}{' '}
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer">
                {name || url}
              </a>
            ) : (
              name
            )}
          </span>
        );
      })}
    </footer>
  );
}
