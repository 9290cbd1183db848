import { useEffect, useState } from 'react';

/** The value, a pause after it last changed. */
export function useLater<T>(value: T, pauseMs: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return later;
}
