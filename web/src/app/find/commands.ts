import type { Keyed } from './sources.ts';

/** The parts of a page whose buttons are its commands: beside the heading, over the selected rows, at the foot. */
const BUTTONS = '[data-commands] :is(button, a)';
/** The parts of an assessment's page. */
const TABS = '[role=tab][id^=part-][aria-selected=false]';

/**
 * The commands of the page in view: the buttons that it shows, and its other parts. Choosing one presses it, so that a
 * command never differs from its button, nor stays where the button is missing or not possible.
 */
export function commandsInView(): Keyed[] {
  const found = [BUTTONS, TABS].flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  return found.flatMap((element) => {
    const title = (element.getAttribute('aria-label') ?? element.innerText).replace(/\s+/g, ' ').trim();
    const closed = element.matches(':disabled, [aria-disabled=true]') || element.getClientRects().length === 0;
    if (closed || title === '' || title === '⋯') return [];
    const press = () => {
      element.focus();
      element.click();
    };
    const keys = element.getAttribute('aria-keyshortcuts');
    return [{ run: press, title, note: '', ...(keys === null ? {} : { keys: keys.split(' ')[0] ?? keys }) }];
  });
}
