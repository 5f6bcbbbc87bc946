import { textLimits } from '@callboard/contract/limits'
import { maxTargets, maxWeight, type RotationVersion, type Routing } from '@callboard/contract/routing'
import { shareOf } from '@callboard/contract/routing-hours'
import { Form, Input, InputNumber } from 'antd'
import { EntryList } from '#web/records/forms/EntryList.tsx'
import classes from '#web/features/entities/routing/VersionFields.module.css'
import { shareText } from '#web/records/routing/routing-words.ts'
import {
  firstDayOf,
  replaced,
  targetsFieldsOf,
  type TargetsFields,
  targetsVersion,
} from '#web/features/entities/routing/version-fields.ts'
import { VersionDrawer } from '#web/features/entities/routing/VersionDrawer.tsx'
import { QuietText } from '#web/ui/layout.tsx'

interface TargetsDrawerProps {
  routing: Extract<Routing, { type: 'rotationgroup' }>
  /** Undefined: another one. */
  edited: RotationVersion | undefined
  /** On which another one begins. */
  today: string
  onClose: () => void
}

/** Which targets share the calls of a group from a day on. */
export function TargetsDrawer({ routing, edited, today, onClose }: TargetsDrawerProps) {
  const { timeZone, revision, versions } = routing
  const first = versions.length === 0 ? '' : today
  return (
    <VersionDrawer<TargetsFields>
      routing={routing}
      isNew={edited === undefined}
      initialValues={
        edited === undefined
          ? { ...targetsFieldsOf(versions.at(-1), first), note: '' }
          : targetsFieldsOf(edited, firstDayOf(edited, timeZone))
      }
      makeBody={(fields) => ({
        type: 'rotationgroup',
        revision,
        versions: replaced(versions, edited, targetsVersion(fields, edited, timeZone)),
      })}
      onClose={onClose}
    >
      <Form.Item
        label="Targets"
        extra="A target with weight 2 gets twice as many calls as one with weight 1."
      >
        <TargetsList />
      </Form.Item>
    </VersionDrawer>
  )
}

function TargetsList() {
  return (
    <EntryList
      name="targets"
      noun="target"
      max={maxTargets}
      newEntry={{ target: '', name: '', weight: 1 }}
      className={classes.target}
      renderFields={(place) => (
        <>
          <Form.Item name={[place, 'target']} rules={[{ required: true, message: 'Enter a number.' }]}>
            <Input
              aria-label={`Number of target ${place + 1}`}
              placeholder="Number or extension"
              maxLength={textLimits.entityCode}
            />
          </Form.Item>
          <Form.Item name={[place, 'name']}>
            <Input
              aria-label={`Name of target ${place + 1}`}
              placeholder="Name"
              maxLength={textLimits.entityName}
            />
          </Form.Item>
          <Form.Item name={[place, 'weight']}>
            <InputNumber
              aria-label={`Weight of target ${place + 1}`}
              min={1}
              max={maxWeight}
              precision={0}
              style={{ width: '100%' }}
            />
          </Form.Item>
          <Share place={place} />
        </>
      )}
    />
  )
}

/** How many of the calls the target at a place gets, as it is entered. */
function Share({ place }: { place: number }) {
  const form = Form.useFormInstance<TargetsFields>()
  const targets = Form.useWatch((all: TargetsFields) => all.targets, form) ?? []
  const weights = targets.map((one) => ({ weight: one?.weight ?? 1 }))
  return (
    <QuietText className={classes.share ?? ''}>
      {shareText(shareOf(weights[place]?.weight ?? 1, weights))}
    </QuietText>
  )
}
