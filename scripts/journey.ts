// `npm run journey`: two reviews over HTTP as seven accounts, on a server and data of its own; prints each step.
import { journey } from '../tests/support/journey.ts';
import { startServer } from '../tests/support/server.ts';

const PASSWORD = 'journey-2026';
const server = await startServer({ SHP_ADMIN_PASSWORD: PASSWORD });
try {
  const { passed, failed } = await journey(server.url, PASSWORD, (line) => console.log(line));
  console.log(`\n${passed.join(' → ')}\n${failed.join(' → ')}`);
} finally {
  await server.stop();
}
