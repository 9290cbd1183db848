import PrintIcon from '@mui/icons-material/Print';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { conclusion } from '@shp/shared/text/conclusion';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { Failure } from '../../ui/Failure.tsx';
import { offlineSafe } from '../../ui/OfflineBoundary.tsx';
import { BackLink } from '../../ui/Page.tsx';
import { Certificate, Conclusion } from './Conclusion.tsx';
import './print.css';
import { usePrintText } from './texts.ts';

usePrintText.preload();

const Report = offlineSafe(() => import('./FindingsReport.tsx'));

/** The conclusion, or with `part=findings` the report on what became of its findings. */
export default function Screen() {
  const [parameters] = useSearchParams();
  return parameters.get('part') === 'findings' ? <Findings /> : <Print />;
}

function Findings() {
  const { id = '' } = useParams();
  const { common } = useText();
  const text = usePrintText();
  return (
    <main className="print-page">
      <title>{`${text.findings} - ${common.shortTitle}`}</title>
      <div className="print-bar">
        <Back id={id} />
        <Button variant="contained" startIcon={<PrintIcon />} onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      <Report id={id} />
    </main>
  );
}

/** To the assessment's own page; what is printed lies behind the first review. */
function Back({ id }: { id: string }) {
  const text = usePrintText();
  const { role } = useUser();
  return (
    <Box sx={{ mr: 'auto' }}>
      <BackLink to={assessmentPath(role, { id, status: 'reviewing' })}>{text.back}</BackLink>
    </Box>
  );
}

/** Prints only the certificate's page. */
function printCertificate({ currentTarget }: MouseEvent<HTMLElement>) {
  const page = currentTarget.closest('main');
  page?.setAttribute('data-only', 'certificate');
  window.addEventListener('afterprint', () => page?.removeAttribute('data-only'), { once: true });
  window.print();
}

/** The printable conclusion, a page outside the layout. Its content stays as signed; a revocation is a watermark. */
function Print() {
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
      // While the review runs, the score is that of the experts who have concluded.
      const isPartial = print.status === 'reviewing' && print.score !== null;
      const awaited = isPartial && print.experts.length < assessment.experts.length ? assessment.experts.length : null;
      return { print, revoked: assessment.status === 'revoked', awaited };
    },
    staleTime: 0,
  });
  const draft = data?.print.digest === null;
  const note = draft ? text.draftNote : data?.revoked ? text.revokedNote : null;
  const awaited = data?.awaited ?? null;
  return (
    <main className="print-page">
      <title>{[data?.print.number, text.title, common.shortTitle].filter(Boolean).join(' - ')}</title>
      <div className="print-bar">
        <Back id={id} />
        {data?.print.digest && data.print.status === 'passed' && !data.revoked && (
          <Button variant="outlined" startIcon={<PrintIcon />} onClick={printCertificate}>
            {text.printCertificate}
          </Button>
        )}
        <Button variant="contained" startIcon={<PrintIcon />} disabled={!data} onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      {note !== null && (
        <Alert severity={draft ? 'info' : 'warning'} className="no-print" sx={{ mb: 2 }}>
          {note}
          {data && awaited !== null && `${common.marks.gap}${text.partial(data.print.experts.length, awaited)}`}
        </Alert>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinearProgress aria-label={login.loading} />}
      {data && (
        <>
          <Conclusion
            print={data.print}
            mark={draft ? conclusion.draft : data.revoked ? conclusion.revoked : null}
            awaited={data.awaited}
          />
          {!data.revoked && <Certificate print={data.print} />}
        </>
      )}
    </main>
  );
}
