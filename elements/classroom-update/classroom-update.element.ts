import { createElement } from 'react';
import { attributes, properties } from '../../src/contracts/tags/classroom-update.ts';
import { ClassroomUpdate } from '../../src/features/classroom-update/classroom-update.tsx';
import classroomUpdateCss from '../../src/features/classroom-update/classroom-update.css?inline';
import {
  type ClassroomUpdateServices,
  createClassroomUpdateServices,
} from '../../src/features/classroom-update/classroom-update-services.ts';
import dangerButtonCss from '../../src/ui/danger-button.css?inline';
import skeletonCss from '../../src/ui/skeleton.css?inline';
import tokensCss from '../../src/ui/tokens.css?inline';
import uiCss from '../../src/ui/ui.css?inline';
import { secretOf } from '../../src/features/shared/secret-of.ts';
import { useElement } from '../../src/features/shared/use-element.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';
import { teacherFormLink } from '../../src/features/shared/teacher-form-link.ts';

/**
 * `<maths-classroom-update>`: applies the change that a teacher requested, with the secret of a mailed link. See
 * classroom-update.md.
 */
const classroomUpdateElement = (): CustomElementConstructor =>
  reactElement<{ services: ClassroomUpdateServices; secret: string | null }>({
    tag: 'maths-classroom-update',
    attributes,
    properties,
    namespace: 'classroom-update',
    styles: [tokensCss, uiCss, dangerButtonCss, skeletonCss, classroomUpdateCss],
    audience: 'teacher',
    createController: (_element, endpoints, target) => ({
      services: createClassroomUpdateServices(endpoints),
      secret: secretOf(target),
    }),
    view: function View({ controller: { services, secret } }) {
      const { t, element, link, theme } = useElement();
      return createElement(ClassroomUpdate, {
        t,
        language: t.language,
        theme,
        onReady: element.ready,
        onAuthError: element.failed,
        services,
        secret,
        classroomUrl: (id) => link('/schoolzone/teacher/classroom/:id').replace(':id', encodeURIComponent(id)),
        updateFormUrl: teacherFormLink(link, 'update'),
      });
    },
  });

define('maths-classroom-update', classroomUpdateElement);
