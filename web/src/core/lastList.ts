/** The filters and the tab of the list of assessments as it was left last. */
export const lastList = { search: '' };
