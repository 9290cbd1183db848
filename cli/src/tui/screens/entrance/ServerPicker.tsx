import { useState } from 'react';
import type { CommandContext } from '../../../command/context.ts';
import { addressOf, DEFAULT_SERVER } from '../../../config/server.ts';
import { useUi } from '../../ui.ts';
import { Menu } from '../../widgets/Menu.tsx';

type Props = { context: CommandContext; onChoose(server: string): void; onCancel(): void };

/** Chooses another server for the sign-in: one that is known, or an address that is typed. */
export function ServerPicker({ context, onChoose, onCancel }: Props) {
  const { texts } = useUi();
  const { tui } = texts;
  const [typed, setTyped] = useState('');
  const { servers, sessions, current } = context.config;
  const names = new Map(Object.entries(servers).map(([name, url]) => [url, name]));
  const known = [
    ...new Set([
      context.server,
      ...(current ? [current] : []),
      ...names.keys(),
      ...Object.keys(sessions),
      DEFAULT_SERVER,
    ]),
  ];
  const address = addressIn(typed);
  return (
    <Menu<string>
      title={tui.login.servers}
      height={known.length + 2}
      search
      onSearch={setTyped}
      hint={tui.login.typing}
      empty={tui.login.noServer}
      items={[
        ...known.map((url) => ({
          value: url,
          label: url,
          enter: tui.login.use,
          note: [names.get(url), sessions[url]?.account].filter(Boolean).join('  '),
        })),
        ...(address === null || known.includes(address)
          ? []
          : [{ value: address, label: address, note: tui.login.typed, always: true, enter: tui.login.use }]),
      ]}
      onChoose={({ value }) => onChoose(value)}
      onCancel={onCancel}
    />
  );

  /** The address that the text is, with or without its scheme; null if it is none. */
  function addressIn(text: string): string | null {
    const trimmed = text.trim();
    if (!/[.:]/.test(trimmed)) return null;
    try {
      return addressOf(/^https?:\/\//.test(trimmed) ? trimmed : `http://${trimmed}`, texts);
    } catch {
      return null;
    }
  }
}
