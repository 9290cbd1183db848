import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useText } from '../core/i18n/texts.ts';
import { useSettings } from '../core/useSettings.ts';

const PLACES = ['sponsor', 'organiser', 'support'] as const;

/** Sponsor, organiser and technical support; each is a link if the settings have an address for it. */
export function Footer() {
  const { login } = useText();
  const { footer } = useSettings() ?? {};
  return (
    <Box component="footer" aria-label={login.footer.label} sx={FOOTER}>
      {PLACES.map((place) => {
        const { name = '', url = '' } = footer?.[place] ?? {};
        if (!name && !url) return null;
        return (
          <span key={place}>
            {login.footer[place]}{' '}
            {url ? (
              <Link href={url} target="_blank" rel="noopener noreferrer" underline="always">
                {name || url}
              </Link>
            ) : (
              name
            )}
          </span>
        );
      })}
    </Box>
  );
}

const FOOTER = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: 4,
  rowGap: 1,
  minHeight: 24,
  px: 2,
  py: 2,
  color: 'text.secondary',
  fontSize: '0.875rem',
} as const;
