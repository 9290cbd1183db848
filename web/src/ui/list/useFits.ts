import { useEffect, useRef, useState } from 'react';

/** Whether the table in a frame is no wider than the frame. */
export function useFits() {
  const frame = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(true);
  useEffect(() => {
    const [around, table] = [frame.current, frame.current?.firstElementChild];
    if (!around || !(table instanceof HTMLElement)) return;
    const observer = new ResizeObserver(() => setFits(table.offsetWidth <= around.offsetWidth));
    observer.observe(around);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { frame, fits };
}
