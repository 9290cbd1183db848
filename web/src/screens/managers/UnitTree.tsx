import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ManagerNode } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useDialog } from '../../ui/useDialog.ts';

/** The managing units by division, each below the unit that supervises it. */
export function UnitTree() {
  const { web } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['user/manager_tree'],
    queryFn: ({ signal }) => client.call('GET user/manager_tree', {}, { signal }),
  });
  return (
    <Paper component="nav" aria-label={web.users.tree} sx={FRAME}>
      <Typography variant="h2" sx={{ fontSize: '1rem', mb: 1 }}>
        {web.users.tree}
      </Typography>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Units nodes={data} />}
    </Paper>
  );
}

function Units({ nodes }: { nodes: readonly ManagerNode[] }) {
  return (
    <Box component="ul" sx={LIST}>
      {nodes.map((node) => (
        <li key={node.id}>
          {node.children && node.children.length > 0 ? (
            <details open={node.parent === null}>
              <summary>
                <Unit node={node} />
              </summary>
              <Units nodes={node.children} />
            </details>
          ) : (
            <Box sx={{ pl: 2 }}>
              <Unit node={node} />
            </Box>
          )}
        </li>
      ))}
    </Box>
  );
}

function Unit({ node: { id, name, division } }: { node: ManagerNode }) {
  const dialog = useDialog();
  return (
    <>
      <Link component={RouterLink} to={dialog.to('show', id)}>
        {name}
      </Link>{' '}
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', display: 'inline-block' }}>
        {divisionPath(division)}
      </Typography>
    </>
  );
}

const FRAME = { p: 2, maxHeight: { md: '80vh' }, overflow: 'auto', '& summary': { cursor: 'pointer' } } as const;
const LIST = { m: 0, p: 0, pl: 1.5, listStyle: 'none', '& li': { py: 0.25 } } as const;
