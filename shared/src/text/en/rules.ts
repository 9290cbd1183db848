import type { FileCategory } from '../../domain/assessment/files.ts';
import type { Condition, FORM_PARTS, FormPart } from '../../domain/assessment/form.ts';
import type { ContributionKind } from '../../domain/assessment/fourEyes.ts';
import type { StepCondition, StepName } from '../../domain/assessment/lifecycle.ts';
import type { FindingSource, FindingState } from '../../domain/findings/finding.ts';
import type { FindingNeed, FindingStepName } from '../../domain/findings/steps.ts';

type FormFields = { [P in keyof typeof FORM_PARTS]: Record<keyof (typeof FORM_PARTS)[P], string> } & {
  conditions: Record<Condition, string>;
  self: { members: string };
};

const experts = (number: number) => (number === 1 ? '1 expert' : `${number} experts`);

/**
 * Texts of the domain rules (docs/spec/domain.md#lifecycle): forms, files, steps and the problems that prevent them.
 */
export const rules = {
  formParts: {
    unit: 'Unit',
    plant: 'Plant',
    conditions: 'Basic conditions',
    record: 'Accidents in the past 12 months',
    self: 'Self-assessment',
    pledge: 'Pledge',
  } satisfies Record<FormPart, string>,
  formFields: {
    unit: {
      name: 'Name of the unit',
      creditCode: 'Unified social credit code',
      address: 'Address',
      legalPerson: 'Legal representative',
      legalPhone: "Legal representative's phone",
      contact: 'Contact',
      contactPhone: "Contact's phone",
      owner: 'Owner',
      competentAuthority: 'Competent authority',
    },
    plant: {
      capacity: 'Installed capacity',
      units: 'Generating units',
      annualOutput: 'Annual output',
      commissionedOn: 'Commissioned on',
      development: 'Development type',
      damType: 'Type of dam',
      damHeight: 'Height of dam',
      reservoirCapacity: 'Reservoir capacity',
      gridConnected: 'Connected to the grid',
      staff: 'Staff',
      safetyStaff: 'Safety staff',
      certifiedOperators: 'Certified operators',
    },
    conditions: {
      licences: 'Licences and permits complete',
      waterPermit: 'Water-abstraction permit valid',
      acceptance: 'Completion acceptance passed',
      damRegistered: 'Dam registered (or no reservoir)',
      ecologicalFlow: 'Ecological flow approved and released',
      tickets: 'Work- and operation-ticket pass rate 100%',
      accidentFree: 'Free of accidents, as in the record',
    },
    record: {
      deaths: 'Deaths',
      seriousInjuries: 'Serious injuries',
      directLoss: 'Direct economic loss',
      majorAccident: 'Major responsible accident',
    },
    self: {
      selfFrom: 'Self-assessment from',
      selfTo: 'Self-assessment to',
      leader: 'Leader of the group',
      members: 'Members of the group',
      summary: 'Summary',
      problems: 'Problems found',
      rectification: 'Rectification',
    },
    pledge: { agreed: 'Pledge agreed to', signer: 'Signed by', signedOn: 'Signed on' },
  } satisfies FormFields,
  pledgeText:
    'We pledge that the form and all files are true, complete and our own; that we run the station lawfully and safely and correct what the review finds; and that we bear the consequences of any false statement, including the revocation of the rating.',
  members: { name: 'Name', duty: 'Position', title: 'Professional title' },
  condition: { note: 'Note' },
  fileCategories: {
    applicationForm: 'Signed application form',
    selfReport: 'Self-assessment report',
    businessLicence: 'Business licence',
    waterPermit: 'Water-abstraction permit',
    acceptance: 'Acceptance document',
    ecologicalFlow: 'Ecological flow approval',
    staffCertificates: 'Staff certificates',
    emergencyPlan: 'Emergency plan and its filing',
    damRegistration: 'Dam registration or safety appraisal',
    gridOrPowerPermit: 'Grid-connection agreement or power business permit',
    twoTickets: 'Two-ticket statistics',
    photographs: 'Photographs',
    other: 'Other',
  } satisfies Record<FileCategory, string>,
  steps: {
    submit: 'Submit',
    takeBack: 'Take back',
    withdraw: 'Withdraw',
    passFirst: 'Pass the first review',
    return: 'Return',
    startReview: 'Start the expert review',
    endReview: 'End the expert review',
    reopenReview: 'Reopen the expert review',
    propose: 'Propose as passed',
    stopProposal: 'Stop the proposal',
    pass: 'Conclude as passed',
    fail: 'Conclude as not passed',
    revoke: 'Revoke',
  } satisfies Record<StepName, string>,
  findingStates: {
    open: 'To be rectified',
    planned: 'Being rectified',
    done: 'To be checked',
    closed: 'Closed',
  } satisfies Record<FindingState, string>,
  findingSteps: {
    plan: 'Plan',
    finish: 'Report as done',
    close: 'Accept and close',
    sendBack: 'Send back',
  } satisfies Record<FindingStepName, string>,
  findingNeeds: {
    text: 'A description',
    due: 'A due date, today or later',
  } satisfies Record<FindingNeed, string>,
  findingSources: {
    review: 'Review',
    self: 'Self-check',
    inspection: 'Inspection',
  } satisfies Record<FindingSource, string>,
  conditions: {
    submittable: 'Nothing is missing or invalid; applications and the level are open',
    description: 'A description',
    minAssigned: 'Enough experts are assigned',
    allConcluded: 'Every assigned expert has concluded',
    minConcluded: 'Enough experts have concluded',
    managerConclusion: "The manager's conclusion is written",
    qualifies: 'The result qualifies for the level',
    fourEyesFirst:
      'Four eyes: the account neither wrote nor submitted this application, nor is it connected with one that did',
    fourEyes:
      'Four eyes: the account neither took the first review nor scored this application, nor is it connected with one that did',
    minIndependent: 'Enough independent experts: the final-review unit neither created nor last reset their accounts',
    publicDaysOver: 'The public notice period has ended',
  } satisfies Record<StepCondition, string>,
  /** How a score compares with the requested level. */
  verdict: {
    /** `rate`: of the scored items alone; null if there are none. */
    open: (scored: number, items: number, rate: string | null) =>
      `scored ${scored} of ${items}${rate === null ? '' : `, rate of the scored items ${rate}%`}`,
    reaches: (level: string) => `reaches ${level}`,
    misses: (level: string, lacks: readonly string[]) => `does not reach ${level}: ${lacks.join('; ')}`,
    /** The level of a self score, which the review may see otherwise. */
    self: (level: string) => `The self score reaches ${level}.`,
    selfNone: 'The self score reaches no level.',
    selfOnly: 'By the self score alone; the review decides the rating.',
    /** What a score lacks for the next level. */
    next: {
      lacks: (level: string, lacks: string) => `${level} needs: ${lacks}.`,
      score: (points: string) => `${points} more in the score`,
      chapters: (serials: string, needed: string) => `${needed}% in chapter ${serials}`,
    },
  },
  problems: {
    required: (field: string) => `${field}: required`,
    wrong: (field: string, reason: string) => `${field}: ${reason}`,
    notHeld: (condition: string) => `Condition not met: ${condition}`,
    refused: {
      deaths: 'Refused: a death in the past 12 months',
      seriousInjuries: (limit: number) => `Refused: ${limit} or more serious injuries in the past 12 months`,
      directLoss: (limit: number) => `Refused: a direct loss above ${limit} × 10⁴ CNY in the past 12 months`,
      majorAccident: 'Refused: a major responsible accident in the past 12 months',
    },
    datesReversed: 'The self-assessment ends before it begins',
    notAgreed: 'The pledge must be agreed to',
    unscored: (serial: string) => `Item ${serial} is not scored`,
    reasonMissing: (serial: string) => `Item ${serial} needs a reason: points are lost or it is missing`,
    selfScoreAbsent: 'The self-assessed score has not been saved',
    selfScoreStale: 'Scores have changed since the self-assessed score was saved; please save it again',
    belowThreshold: (level: string, lacks: readonly string[]) =>
      `The self-assessed score does not reach ${level}: ${lacks.join('; ')}`,
    notQualified: (level: string, lacks: readonly string[]) =>
      `The result does not reach ${level}: ${lacks.join('; ')}`,
    scoreLow: (score: string, needed: string) => `score ${score}, needed ${needed}`,
    chapterLow: (serial: string, rate: string, needed: string) => `chapter ${serial} ${rate}%, needed ${needed}%`,
    chapterRate: (serial: string, rate: string) => `${serial} (${rate}%)`,
    chaptersLow: (count: number, needed: string, lowest: readonly string[]) =>
      `${count} chapters below ${needed}%, the lowest ${lowest.join(' and ')}`,
    fileMissing: (category: string) => `File missing: ${category}`,
    uploadUnfinished: (category: string) => `An upload is not finished: ${category}`,
    evidenceUnfinished: (serial: string) => `An upload of evidence for item ${serial} is not finished`,
    descriptionMissing: 'Please enter a description',
    minAssigned: (needed: number, present: number) => `At least ${experts(needed)} must be assigned; now ${present}`,
    minConcluded: (needed: number, present: number) =>
      `At least ${experts(needed)} must have concluded; now ${present}`,
    publicDaysLeft: 'The public notice period has not ended',
    conclusionMissing: "The manager's conclusion has not been written",
    minIndependent: (needed: number, present: number) =>
      `At least ${experts(needed)} must have concluded whose accounts your unit neither created nor last reset; now ${present}`,
    fourEyes: {
      own: {
        form: 'you filled in the application form',
        selfScores: 'you wrote self-assessed scores',
        submission: 'you submitted the application',
        firstReview: 'you passed the first review',
        expertScores: "you wrote an expert's scores",
        expertConclusion: 'you concluded as an expert',
      } satisfies Record<ContributionKind, string>,
      other: {
        form: (account: string) => `${account} filled in the application form`,
        selfScores: (account: string) => `${account} wrote self-assessed scores`,
        submission: (account: string) => `${account} submitted the application`,
        firstReview: (account: string) => `${account} passed the first review`,
        expertScores: (account: string) => `${account} wrote an expert's scores`,
        expertConclusion: (account: string) => `${account} concluded as an expert`,
      } satisfies Record<ContributionKind, (account: string) => string>,
      below: (did: string) =>
        `${did}, and you created that account or reset its password, directly or through another account`,
      above: (did: string) =>
        `${did}, and that account created yours or reset your password, directly or through another account`,
      refused: { firstReview: 'you may not pass the first review', conclusion: 'you may not conclude' },
      instead: (accounts: string) => `may be done instead by ${accounts}`,
      nobody: 'at present no account may do it',
      whole: (did: string, refused: string, instead: string) => `Four-eyes rule: ${did}; ${refused}; ${instead}`,
    },
    commonMaker: {
      kinds: {
        form: 'application form',
        selfScores: 'self-assessed scores',
        submission: 'submission',
        firstReview: 'first review',
        expertScores: "expert's scores",
        expertConclusion: "expert's conclusion",
      } satisfies Record<ContributionKind, string>,
      whole: (maker: string, account: string, kind: string) =>
        `${maker} created or reset the password of both the account that takes this step and ${account} (${kind})`,
    },
    moreAccounts: (names: string, more: number) => `${names} and ${more} more`,
  },
};

export type Rules = typeof rules;
