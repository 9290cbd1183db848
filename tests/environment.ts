/** Sets a variable of the environment, which servers that are started from now on inherit, until what is answered is called. */
export function setVariable(name: string, value: string): () => void {
  const before = process.env[name];
  process.env[name] = value;
  return () => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  };
}
