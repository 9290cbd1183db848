import PrintIcon from '@mui/icons-material/Print';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { conclusion } from '@shp/shared/text/zh/conclusion';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Certificate, Conclusion } from './Conclusion.tsx';
import './print.css';
import { usePrintText } from './texts.ts';

usePrintText.preload();

/** The printable conclusion, a page outside the layout. Its content stays as signed; a revocation is a watermark. */
export default function Print() {
  const { id = '' } = useParams();
  const { common, login } = useText();
  const text = usePrintText();
  const { data, error, refetch } = useQuery({
    queryKey: ['print', id],
    queryFn: async ({ signal }) => {
      const [print, assessment] = await Promise.all([
        client.call('GET assessment/print', { id }, { signal }),
        client.call('GET assessment', { id }, { signal }),
      ]);
      return { print, revoked: assessment.status === 'revoked' };
    },
    staleTime: 0,
  });
  const draft = data?.print.digest === null;
  const note = draft ? text.draftNote : data?.revoked ? text.revokedNote : null;
  return (
    <main className="print-page">
      <title>{[data?.print.number, text.title, common.shortTitle].filter(Boolean).join(' - ')}</title>
      <div className="print-bar">
        {note !== null && (
          <Alert severity={draft ? 'info' : 'warning'} sx={{ flex: '1 1 auto' }}>
            {note}
          </Alert>
        )}
        <Button variant="contained" startIcon={<PrintIcon />} disabled={!data} onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinearProgress aria-label={login.loading} />}
      {data && (
        <>
          <Conclusion print={data.print} mark={draft ? conclusion.draft : data.revoked ? conclusion.revoked : null} />
          {!data.revoked && <Certificate print={data.print} />}
        </>
      )}
    </main>
  );
}
