import { type ReactNode, useId, useState } from 'react';

type FieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  autoComplete: string;
  /** Makes it a password field; the texts of its toggle. */
  secret?: { show: string; hide: string };
  children?: ReactNode;
};

/** A labelled input with its problem below it. */
export function Field({ name, label, value, onChange, problem, autoComplete, secret, children }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          name={name}
          type={secret && !shown ? 'password' : 'text'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        />
        {secret && (
          <button
            type="button"
            className="reveal"
            aria-pressed={shown}
            aria-label={shown ? secret.hide : secret.show}
            title={shown ? secret.hide : secret.show}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d="M12 5C6 5 2.500 10 1.500 12c1 2 4.500 7 10.500 7s9.500-5 10.500-7c-1-2-4.500-7-10.500-7zm0 11.500a4.500 4.500 0 1 1 0-9 4.500 4.500 0 0 1 0 9z" />
              {shown && <path d="M4 3l17 17-1.200 1.200L2.800 4.200z" />}
            </svg>
          </button>
        )}
        {children}
      </div>
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
