import type { ReportStep } from '@callboard/contract/report-steps'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { Breadcrumb, Button } from 'antd'
import { stepToText, writeStep } from '#web/features/report-view/step-text.ts'

interface StepTrailProps {
  steps: readonly ReportStep[]
  labels: RunReportAnswer['labels'] | undefined
  onChange: (steps: ReportStep[]) => void
}

/** The way into a report, each part of which leads back to itself. */
export function StepTrail({ steps, labels, onChange }: StepTrailProps) {
  if (steps.length === 0) return null
  const places = [
    { key: 'all', words: 'Whole report', back: () => onChange([]) },
    ...steps.map((step, index) => ({
      key: stepToText(step),
      words: writeStep(step, labels),
      back: () => onChange(steps.slice(0, index + 1)),
    })),
  ]
  return (
    <Breadcrumb
      aria-label="Drill-down path"
      items={places.map(({ key, words, back }, index) => ({
        key,
        title:
          index === places.length - 1 ? (
            <span aria-current="step" tabIndex={-1}>
              {words}
            </span>
          ) : (
            <Button type="link" size="small" style={{ height: 'auto', padding: 0 }} onClick={back}>
              {words}
            </Button>
          ),
      }))}
    />
  )
}
