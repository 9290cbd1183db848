/** Sets an environment variable for servers started from now on; the returned function restores it. */
export function setVariable(name: string, value: string): () => void {
  const before = process.env[name];
  process.env[name] = value;
  return () => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  };
}
