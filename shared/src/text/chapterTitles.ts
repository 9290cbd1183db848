/** Short names for tabs, charts and rankings of the chapters whose own are too long there. */
const SHORT: Readonly<Record<string, string>> = {
  安全风险管控及隐患排查治理: '风险与隐患',
  'Objectives and responsibilities': 'Objectives',
  'Institutionalised management': 'Institutions',
  'Education and training': 'Training',
  'On-site management': 'On site',
  'Safety risk control and hazard identification and rectification': 'Risks and hazards',
  'Emergency management': 'Emergencies',
  'Accident management': 'Accidents',
  'Continual improvement': 'Improvement',
};

/** The short name of a chapter by its whole one, which belongs into the tooltip; another standard's chapter keeps its own. */
export const shortTitle = (whole: string): string => SHORT[whole] ?? whole;
