import Tabs, { type TabsProps } from '@mui/material/Tabs';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Tabs that scroll sideways if they do not fit, with the open one in view from the start. */
export function ScrollingTabs(props: Omit<TabsProps, 'variant'>) {
  const tabs = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // MUI detects the overflow only after it has scrolled, and its scroll buttons then cover the open tab. The room is
  // measured with the buttons, so that they never keep themselves shown; a new language changes the tabs' width.
  const measure = useCallback(() => {
    const row = tabs.current?.querySelector('[role=tablist]');
    if (tabs.current && row) setOverflows(row.scrollWidth > tabs.current.clientWidth);
  }, []);
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (tabs.current) observer.observe(tabs.current);
    return () => observer.disconnect();
  }, [measure]);
  return <Tabs {...props} ref={tabs} variant="scrollable" scrollButtons={overflows} allowScrollButtonsMobile />;
}
