import Tabs, { type TabsProps } from '@mui/material/Tabs';
import { useLayoutEffect, useRef, useState } from 'react';

/** Tabs that scroll sideways if they do not fit, with the open one in view from the start. */
export function ScrollingTabs(props: Omit<TabsProps, 'variant'>) {
  const tabs = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // MUI detects the overflow only after it has scrolled, and its scroll buttons then cover the open tab.
  useLayoutEffect(() => {
    const frame = tabs.current?.querySelector('.MuiTabs-scroller');
    if (frame) setOverflows(frame.scrollWidth > frame.clientWidth);
  }, []);
  return (
    <Tabs {...props} ref={tabs} variant="scrollable" scrollButtons={overflows || 'auto'} allowScrollButtonsMobile />
  );
}
