import Tabs, { type TabsProps } from '@mui/material/Tabs';
import { useLayoutEffect, useRef, useState } from 'react';

/** Tabs that scroll sideways where they do not fit, with the open one in sight from the start. */
export function ScrollingTabs(props: Omit<TabsProps, 'variant'>) {
  const tabs = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // MUI finds out that they do not fit only after it has scrolled, and its buttons then cover the open tab.
  useLayoutEffect(() => {
    const frame = tabs.current?.querySelector('.MuiTabs-scroller');
    if (frame) setOverflows(frame.scrollWidth > frame.clientWidth);
  }, []);
  return (
    <Tabs {...props} ref={tabs} variant="scrollable" scrollButtons={overflows || 'auto'} allowScrollButtonsMobile />
  );
}
