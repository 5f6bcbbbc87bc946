import type { Parameter } from '@callboard/contract/reports'
import { Checkbox } from 'antd'
import { type ComponentType, useId } from 'react'
import type { UsualValueProps } from '#web/features/report-builder/builder-parts.ts'
import { BuilderPart } from '#web/features/report-builder/BuilderPart.tsx'
import type { ParameterUse } from '#web/features/report-builder/report-draft.ts'
import classes from '#web/features/report-builder/ParametersPart.module.css'

interface ParametersPartProps {
  /** All that there are. */
  known: readonly Parameter[]
  uses: readonly ParameterUse[]
  UsualValue: ComponentType<UsualValueProps>
  onChange: (uses: ParameterUse[]) => void
}

/** What readers of the report may choose, whether they have to, and what is chosen until they do. */
export function ParametersPart({ known, uses, UsualValue, onChange }: ParametersPartProps) {
  const id = useId()
  const find = (name: string) => uses.find((use) => use.name === name)
  const changeOne = (name: string, changes: Partial<ParameterUse>) =>
    onChange(uses.map((use) => (use.name === name ? { ...use, ...changes } : use)))
  function offer(parameter: Parameter, isOffered: boolean) {
    const { name } = parameter
    const others = uses.filter((use) => use.name !== name)
    const next = isOffered ? [...others, { name, required: false, default: undefined }] : others
    // In one order, whatever the order of the clicks.
    onChange(known.flatMap((one) => next.find((use) => use.name === one.name) ?? []))
  }
  return (
    <BuilderPart title="Parameters" hint="What readers may choose above the report.">
      <ul className={classes.list}>
        {known
          .filter(({ type }) => type !== 'weekdays')
          .map((parameter) => {
            const { name, label, type } = parameter
            const use = find(name)
            return (
              <li key={name} className={classes.parameter}>
                <Checkbox
                  className={classes.offered}
                  checked={use !== undefined}
                  onChange={({ target }) => offer(parameter, target.checked)}
                >
                  {label}
                </Checkbox>
                {use !== undefined && (
                  <div className={classes.usual} role="group" aria-label={`${label} until somebody chooses`}>
                    <span id={`${id}-${name}`} className={classes.words}>
                      starts with
                    </span>
                    <UsualValue
                      parameter={parameter}
                      value={use.default}
                      onChange={(value) => changeOne(name, { default: value })}
                    />
                    {type !== 'period' && type !== 'comparison' && (
                      <Checkbox
                        checked={use.required}
                        onChange={({ target }) => changeOne(name, { required: target.checked })}
                      >
                        required
                      </Checkbox>
                    )}
                  </div>
                )}
              </li>
            )
          })}
      </ul>
    </BuilderPart>
  )
}
