/** Common reasons to return an application, to write into the description. */
export const returnReasons = {
  label: 'Common reasons',
  offered: [
    'The application form is incomplete; complete it and submit again',
    'Required files are missing or out of date; add valid ones',
    'Evidence does not support the self scores; add evidence or correct the scores',
    'Reasons for lost points are unclear; explain each item',
    'Uploaded files are unreadable or cannot be opened; upload them again',
  ] as readonly string[],
  reviewed: 'Reviews returned from the final review go through the first review again; experts keep their scores.',
};

export type ReturnReasonsText = typeof returnReasons;
