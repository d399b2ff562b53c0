import 'maths-portal/sign-in';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (userID()) {
      <p>Signed in as {{ userID() }}</p>
    } @else {
      <maths-sign-in origin="demo" (auth-success)="userID.set($event.detail.userID)">
        <a href="https://portal.example/signin">Log in</a>
      </maths-sign-in>
    }
  `,
})
class App {
  readonly userID = signal('');
}

void bootstrapApplication(App);
