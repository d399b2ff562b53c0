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
import { connectServices } from '../shared/connect-services.ts';
import { define } from '../shared/define.ts';
import { reactElement } from '../shared/react-element.ts';
import { teacherFormLink } from '../shared/teacher-form-link.ts';

/**
 * `<maths-classroom-update>`: applies the change that a teacher requested, with the secret of a mailed link. See
 * classroom-update.md.
 */
const classroomUpdateElement = (): CustomElementConstructor =>
  reactElement<ClassroomUpdateServices>({
    tag: 'maths-classroom-update',
    attributes,
    properties,
    namespace: 'classroom-update',
    styles: [tokensCss, uiCss, dangerButtonCss, skeletonCss, classroomUpdateCss],
    connect: connectServices('teacher', createClassroomUpdateServices),
    render: (view, services) => {
      const secret = view.property('secret');
      return createElement(ClassroomUpdate, {
        t: view.t,
        language: view.language,
        theme: view.theme,
        onReady: view.onReady,
        onAuthError: view.onAuthError,
        services,
        secret: typeof secret === 'string' ? secret : null,
        classroomUrl: (id) => view.link('/schoolzone/teacher/classroom/:id').replace(':id', encodeURIComponent(id)),
        updateFormUrl: teacherFormLink(view, 'update'),
      });
    },
  });

define('maths-classroom-update', classroomUpdateElement);
